import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { formatLocalStamp, formatSpan } from '../../charts/local-clock.ts';
import { pictureOf, savePicture } from '../../charts/picture.ts';
import { notifyFailure } from '../../ui/notify.ts';
import type { UsageContext } from './usage-context.ts';

/** Saves the chart that is on the screen, with who, what, when and in which zone written on it. */
export function PictureMenu({ chart, ...context }: UsageContext & { chart: RefObject<HTMLElement | null> }) {
  const { point, shown, clock, view, workspace } = context;
  const save = (format: 'svg' | 'png') => {
    if (!chart.current) return;
    const name = point.meterNumber ?? point.uid;
    const picture = pictureOf(chart.current, [
      `Meter ${name}: ${shown.map(({ label }) => label).join(', ')}`,
      `${formatSpan(clock, Math.round(view.from), Math.round(view.to))} (${clock.label}, ${formatLocalStamp(clock, Math.round(view.from)).slice(-6)} at its start), workspace ${workspace}`,
    ]);
    if (picture) savePicture(picture, `meter-${name}`, format).catch(notifyFailure);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label="Save the picture">
          <ActionIcon aria-label="Save the picture">
            <IconPhotoDown size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('png')}>As PNG</Menu.Item>
        <Menu.Item onClick={() => save('svg')}>As SVG</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
