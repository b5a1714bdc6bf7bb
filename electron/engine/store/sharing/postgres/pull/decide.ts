/** What the publisher decided, or decided with more data than one meter has, holds for the meter here, too. */
import type { CallContext } from '../../../context.ts';
import { questionHandlers } from '../../../questions/index.ts';
import { number, text } from '../../../row.ts';
import { columnsOfSeries, type Series, seriesOf } from '../../../stored-series.ts';
import type { MeterThere, ServerSeries } from './meter.ts';

interface Pulled {
  workspace: string;
  /** Its id here. */
  usagePoint: string;
  there: MeterThere;
}

/** Decides where this store would read the meter otherwise than the server says. */
export async function decideAsThere({ workspace, usagePoint, there }: Pulled, context: CallContext): Promise<void> {
  const { meter, moneyScale } = there;
  const { reader } = context.store(workspace).database;
  // Where the server goes by the meter's own time, one that was chosen before is given back.
  const zone = meter.zone_from === 'meter' ? undefined : (meter.zone ?? undefined);
  await questionHandlers['usagePoints.setZone']({ workspace, id: usagePoint, zone }, context);
  const rows = await reader.rows(
    `SELECT ${columnsOfSeries('s')}, m.title FROM meter_readings m JOIN series s ON s.series = m.series WHERE m.usage_point = ?`,
    [usagePoint],
  );
  for (const row of rows) {
    const published = there.series.find(({ series_id }) => series_id === text(row.title));
    if (published) await decideSeries(workspace, seriesOf(row), published, context);
  }
  const bills = await reader.rows('SELECT DISTINCT money_scale FROM usage_summaries WHERE usage_point = ?', [
    usagePoint,
  ]);
  if (moneyScale !== undefined && bills.some((row) => number(row.money_scale) !== moneyScale)) {
    await questionHandlers['bills.setMoneyScale']({ workspace, usagePoint, scale: moneyScale }, context);
  }
}

async function decideSeries(workspace: string, here: Series, there: ServerSeries, context: CallContext): Promise<void> {
  const series = here.id;
  const behaviour = there.behaviour as Series['behaviour']; // the view has no others
  if (here.behaviour !== behaviour)
    await questionHandlers['series.setBehaviour']({ workspace, series, behaviour }, context);
  const holes = there.holes_are === 'zeros' ? 'zeros' : undefined;
  if (here.zeros !== (holes === 'zeros'))
    await questionHandlers['series.setHoles']({ workspace, series, holes }, context);
  if (here.costPower === there.cost_power) return;
  const scale = 10 ** -there.cost_power;
  await questionHandlers['series.setCostScale']({ workspace, series, scale }, context);
}
