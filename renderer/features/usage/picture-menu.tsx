import { Menu } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { call } from '../../api/index.ts';
import { pictureFile, pictureOf } from '../../charts/picture.ts';
import type { Span } from '../../charts/viewport.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { SaveItem } from '../../ui/policy.tsx';
import { saveFile } from '../../ui/save-file.tsx';
import { type Described, type Drawn, nameOf, pictureWords, wholeSeconds } from './picture-words.ts';
import type { UsageContext } from './usage-context.ts';

interface PictureMenuProps {
  context: UsageContext;
  chart: RefObject<HTMLElement | null>;
  /** What the picture is, e.g. `Load profile`. */
  title: string;
  /** What it shows. */
  span: Span;
  drawn: readonly Drawn[];
}

/** Saves the charts of an element, with who, what, when, in which zone, how sure and from where written on them. */
export function PictureMenu({ context, chart, title, span, drawn }: PictureMenuProps) {
  const save = async (format: 'svg' | 'png') => {
    try {
      const series = await lookUp(context.workspace, span, drawn);
      const words = pictureWords({ ...context, title, span, series });
      const picture = chart.current && pictureOf(chart.current, words);
      if (!picture) return notify('There is no picture to save yet.');
      const name = `meter-${nameOf(context.point)}-${title.toLowerCase().replaceAll(' ', '-')}.${format}`;
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

/** Asks what is known of the drawn readings. */
function lookUp(workspace: string, span: Span, drawn: readonly Drawn[]): Promise<Described[]> {
  return Promise.all(
    drawn.map(async (one) => {
      const asked = { workspace, series: one.series.id, ...wholeSeconds(one.span ?? span) };
      const [numbers, blocks] = await Promise.all([
        call('usage.statistics', asked),
        call('usage.blocks', { ...asked, limit: 1 }),
      ]);
      return { ...one, numbers, blocks };
    }),
  );
}
