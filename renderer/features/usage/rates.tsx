/** How the shown span splits by time of use, tier and critical peak, where the readings say so. */
import type { RateShare } from '#shared/contract/analysis.ts';
import { useCall } from '../../api/index.ts';
import type { Span } from '../../charts/viewport.ts';
import { formatCount, formatMoney, formatQuantity, formatShare } from '../../ui/format.ts';
import { groupBy } from '../../ui/group.ts';
import type { UsageContext } from './usage-context.ts';

const kindNames: Record<RateShare['kind'], string> = {
  tou: 'Time of use',
  tier: 'Consumption tier',
  cpp: 'Critical peak',
};

const colors = [1, 4, 5, 3, 6, 2, 8, 7].map((index) => `var(--ms-series-${index})`);

export function Rates({ workspace, main, asked }: UsageContext & { asked: Span }) {
  const answer = useCall(
    'usage.rates',
    { workspace, series: main.id, from: Math.round(asked.from), to: Math.round(asked.to) },
    { keepPrevious: true },
  );
  if (!answer.data || answer.data.rows.length === 0) return null;
  const { unit, currency, rows } = answer.data;
  return (
    <section className="ms-panel ms-stats" aria-label="Split by rate">
      {[...groupBy(rows, ({ kind }) => kind)].map(([kind, shares]) => {
        const total = shares.reduce((sum, share) => sum + Math.abs(share.total ?? 0), 0);
        return (
          <div key={kind} className="ms-stats-row" data-rate={kind}>
            <div className="ms-stats-name">{kindNames[kind]}</div>
            <div className="ms-rate-bar" aria-hidden="true">
              {shares.map((share, index) => (
                <i
                  key={share.code}
                  style={{ flexGrow: Math.abs(share.total ?? 0), background: colors[index % colors.length] }}
                />
              ))}
            </div>
            <dl>
              {shares.map((share, index) => (
                <div key={share.code} className="ms-stat">
                  <dt>
                    <i className="ms-swatch" style={{ background: colors[index % colors.length] }} /> {kind}{' '}
                    {share.code}
                  </dt>
                  <dd>{share.total === null ? '–' : `${formatQuantity(share.total)} ${unit}`}</dd>
                  <dd className="ms-stat-note">
                    {total === 0 ? '' : `${formatShare(Math.abs(share.total ?? 0) / total)}, `}
                    {share.cost === null ? '' : `${formatMoney(share.cost, currency)}, `}
                    {formatCount(share.count)} readings
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        );
      })}
    </section>
  );
}
