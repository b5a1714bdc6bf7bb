/** The chart of a whole result: what is drawn, the choice of it, and what it leaves out in words. */
import { Group, Menu, Text } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { IconPhotoDown } from '@tabler/icons-react';
import { useRef } from 'react';
import type { QueryParameters } from '#shared/contract/query.ts';
import type { ChartWish } from '#shared/contract/query-chart.ts';
import { call } from '../../../api/index.ts';
import { FillHeight } from '../../../charts/fill-height.tsx';
import { pictureFile, pictureOf } from '../../../charts/picture.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { notifyFailure } from '../../../ui/notify.ts';
import { SaveItem } from '../../../ui/policy.tsx';
import { saveFile } from '../../../ui/save-file.tsx';
import { EmptyState, FailureState } from '../../../ui/states.tsx';
import { RunningQuery } from '../running-query.tsx';
import { BarPicture } from './bar-picture.tsx';
import { CellPicture } from './cell-picture.tsx';
import { ChartChoices } from './chart-choices.tsx';
import { colourOf } from './colours.ts';
import { useChart } from './use-chart.ts';
import { chartWords, type DrawnChart } from './words.ts';
import { XyPicture } from './xy-picture.tsx';

interface ResultChartProps {
  workspace: string;
  sql: string;
  /** Values of `$name` in it. */
  parameters: QueryParameters;
  wish: ChartWish;
  onWish: (wish: ChartWish) => void;
}

export function ResultChart({ workspace, sql, parameters, wish, onWish }: ResultChartProps) {
  const { ref, width } = useElementSize();
  // While the window is made larger, the query does not run for each pixel.
  const [settled] = useDebouncedValue(Math.min(4000, Math.round(width)), 200);
  const place = useRef<HTMLDivElement>(null);
  const { token, answer, error, retry } = useChart({
    ...{ workspace, sql, parameters, wish },
    width: settled,
  });
  const words = answer?.chart ? chartWords(answer.rows, answer.chart) : [];
  return (
    <div ref={ref} className="ms-query-chart" data-testid="query-chart" data-busy={token !== undefined}>
      {token ? (
        <RunningQuery
          key={token}
          workspace={workspace}
          token={token}
          doing="Drawing"
          onCancel={() => void call('query.cancel', { workspace, token }).catch(notifyFailure)}
        />
      ) : null}
      {error === undefined ? null : <FailureState error={error} onRetry={retry} />}
      {answer && !answer.chart ? (
        <EmptyState title="Nothing to draw">
          A chart needs a number, and beside it a time, a text or another number. This result has no such columns.
        </EmptyState>
      ) : null}
      {answer?.chart ? (
        <>
          <Group justify="space-between" align="flex-end">
            <ChartChoices columns={answer.columns} chart={answer.chart} onWish={onWish} />
            <SavePicture onSave={(format) => void savePicture(place.current, format, words, { sql })} />
          </Group>
          <Text size="xs" c="dimmed" role="status" data-testid="chart-words">
            {words.join(' ')}
          </Text>
          <Legend chart={answer.chart} />
          <div ref={place} className="ms-query-picture">
            <FillHeight least={260}>
              {(height) => <Picture chart={answer.chart} width={width} height={height} words={words} />}
            </FillHeight>
          </div>
        </>
      ) : null}
    </div>
  );
}

interface PictureProps {
  chart: DrawnChart | undefined;
  width: number;
  height: number;
  words: readonly string[];
}

function Picture({ chart, width, height, words }: PictureProps) {
  if (!chart) return null;
  const { picture, x, y, colour } = chart;
  const description = `${y.join(', ')} by ${x}${colour === '' ? '' : ` and ${colour}`}. ${words.join(' ')}`;
  switch (picture.kind) {
    case 'bar':
      return <BarPicture chart={chart} picture={picture} height={height} description={description} />;
    case 'cells':
      return <CellPicture chart={chart} picture={picture} width={width} height={height} description={description} />;
    default:
      return (
        <XyPicture
          chart={chart}
          series={picture.series}
          isLine={picture.kind === 'line'}
          width={width}
          height={height}
          description={description}
        />
      );
  }
}

/** What the colours of lines, bars and points mean, where there are several. */
function Legend({ chart: { picture } }: { chart: DrawnChart }) {
  if (picture.kind === 'cells' || picture.series.length < 2) return null;
  return (
    <ul className="ms-query-legend" aria-label="Colours">
      {picture.series.map(({ name }, index) => (
        <li key={name}>
          <i style={{ background: colourOf(index) }} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function SavePicture({ onSave }: { onSave: (format: 'svg' | 'png') => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={IconPhotoDown} label="Save the picture" />
      </Menu.Target>
      <Menu.Dropdown>
        <SaveItem kind="pictures" onClick={() => onSave('png')}>
          As PNG
        </SaveItem>
        <SaveItem kind="pictures" onClick={() => onSave('svg')}>
          As SVG
        </SaveItem>
      </Menu.Dropdown>
    </Menu>
  );
}

async function savePicture(
  place: HTMLElement | null,
  format: 'svg' | 'png',
  words: readonly string[],
  facts: { sql: string },
): Promise<void> {
  try {
    const picture = place && pictureOf(place, { caption: ['Result of a query', words.join(' ')], facts });
    if (picture) await saveFile(`query.${format}`, await pictureFile(picture, format));
  } catch (failure) {
    notifyFailure(failure);
  }
}
