/** How the shown span splits by time of use (TOU), tier and critical peak (CPP), where the readings say so. */
import type { RateKind } from '#shared/espi/rates.ts';
import { groupBy } from '#shared/group.ts';
import { useCall } from '../../../api/index.ts';
import { rateColor, rateLabel } from '../../../charts/series-shape.ts';
import type { Span } from '../../../charts/viewport.ts';
import { formatCounted, formatMeasured, formatMoney, formatShare } from '../../../ui/format.ts';
import { ofEarlier } from '../../../ui/states.tsx';
import { ratesIn } from '../in-unit.ts';
import type { UsageContext } from '../usage-context.ts';

const rateNames: Record<RateKind, string> = {
  tou: 'Time of use (TOU)',
  tier: 'Consumption tier',
  cpp: 'Critical peak (CPP)',
};

export function Rates({ workspace, main, asked, scaleOf }: UsageContext & { asked: Span }) {
  const answer = useCall(
    'usage.rates',
    { workspace, series: main.id, from: Math.round(asked.from), to: Math.round(asked.to) },
    { keepPrevious: true },
  );
  if (!answer.data || answer.data.rows.length === 0) return null;
  const { unit, currency, rows } = ratesIn(scaleOf(main), answer.data);
  return (
    <section className="ms-panel ms-stats" aria-label="Split by rate" {...ofEarlier(answer.isPlaceholderData)}>
      {[...groupBy(rows, ({ kind }) => kind)].map(([kind, shares]) => {
        const total = shares.reduce((sum, share) => sum + Math.abs(share.total ?? 0), 0);
        return (
          <div key={kind} className="ms-stats-row ms-rate" data-rate={kind}>
            <b>{rateNames[kind]}</b>
            <div className="ms-rate-bar" aria-hidden="true">
              {shares.map((share) => (
                <i
                  key={`${share.code}`}
                  style={{ flexGrow: Math.abs(share.total ?? 0), background: rateColor(share.code) }}
                />
              ))}
            </div>
            <dl>
              {shares.map((share) => (
                <div key={`${share.code}`} className="ms-stat">
                  <dt>
                    <i className="ms-swatch" style={{ background: rateColor(share.code) }} />{' '}
                    {rateLabel(kind, share.code)}
                  </dt>
                  <dd>{share.total === null ? '–' : formatMeasured(share.total, unit)}</dd>
                  <dd className="ms-stat-note">
                    {total === 0 ? '' : `${formatShare(Math.abs(share.total ?? 0) / total)}, `}
                    {share.cost === null ? '' : `${formatMoney(share.cost, currency)}, `}
                    {formatCounted(share.count, 'reading')}
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
