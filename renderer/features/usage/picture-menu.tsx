import { Menu } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { call } from '../../api/index.ts';
import { formatOffset, formatSpan } from '../../charts/local-clock.ts';
import { type PictureWords, pictureFile, pictureOf } from '../../charts/picture.ts';
import type { Span } from '../../charts/viewport.ts';
import { formatCount, formatOwnTime, formatShare } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { SaveItem } from '../../ui/policy.tsx';
import { saveFile } from '../../ui/save-file.tsx';
import type { UsageContext } from './usage-context.ts';

interface PictureMenuProps {
  context: UsageContext;
  chart: RefObject<HTMLElement | null>;
  /** What the picture is, e.g. `Load profile`. */
  title: string;
  /** What it shows. */
  span: Span;
}

/** Saves the charts of an element, with who, what, when, in which zone, how sure and from where written on them. */
export function PictureMenu({ context, chart, title, span }: PictureMenuProps) {
  const save = async (format: 'svg' | 'png') => {
    try {
      const words = await pictureWords(context, title, span);
      const picture = chart.current && pictureOf(chart.current, words);
      if (!picture) return notify('There is no picture to save yet.');
      const name = `meter-${nameOf(context)}-${title.toLowerCase().replaceAll(' ', '-')}.${format}`;
      await saveFile(name, await pictureFile(picture, format));
    } catch (failure) {
      notifyFailure(failure);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={IconPhotoDown} label={`Save the picture: ${title}`} hint="Save the picture" />
      </Menu.Target>
      <Menu.Dropdown>
        <SaveItem kind="pictures" onClick={() => void save('png')}>
          As PNG
        </SaveItem>
        <SaveItem kind="pictures" onClick={() => void save('svg')}>
          As SVG
        </SaveItem>
      </Menu.Dropdown>
    </Menu>
  );
}

const nameOf = ({ point }: UsageContext) => point.meterNumber ?? point.uid;

async function pictureWords(context: UsageContext, title: string, span: Span): Promise<PictureWords> {
  const { workspace, point, shown, main, clock } = context;
  const [from, to] = [Math.round(span.from), Math.round(span.to)];
  const asked = { workspace, series: main.id, from, to };
  const [numbers, blocks] = await Promise.all([
    call('usage.statistics', asked),
    call('usage.blocks', { ...asked, limit: 1 }),
  ]);
  const block = blocks.rows[0];
  const { matching, newestFetch } = blocks;
  const more = matching > 1 ? ` and ${formatCount(matching - 1)} more` : '';
  const newest = matching > 1 ? 'the newest fetched' : 'fetched';
  const fetched = newestFetch === undefined ? '' : `, ${newest} ${formatOwnTime(newestFetch)}`;
  return {
    caption: [
      `${title}, meter ${nameOf(context)}: ${shown.map(({ label, unit }) => `${label} (${unit})`).join(', ')}`,
      `${formatSpan(clock, from, to)} (${clock.label}, ${formatOffset(clock.offsetAt(from))} at its start), workspace ${workspace}`,
      `${formatCount(numbers.count)} readings, ${formatShare(numbers.estimated)} estimated, coverage ${formatShare(numbers.coverage)}`,
      `Source ${block?.href ?? block?.source ?? 'unknown'}${more}${fetched}`,
    ],
    facts: {
      workspace,
      usage_point: point.id,
      meter: nameOf(context),
      series: shown.map(({ id, label, unit }) => ({ id, label, unit })),
      from,
      to,
      zone: clock.label,
      readings: numbers.count,
      estimated: numbers.estimated,
      coverage: numbers.coverage,
      source_href: block?.href,
      source: block?.source,
      blocks: matching,
      fetched_at: newestFetch === undefined ? undefined : new Date(newestFetch).toISOString(),
    },
  };
}
