/** What a consent delivers at once: the login was verified on the way, so the data is there when the customer comes back. */
import { DAILY } from './rows.ts';
import type { Meter, ScenarioDriver, World } from './types.ts';
import { localDay, midnight, zoneOf } from './zones.ts';

/** What of a meter's data a consent delivers at once; `some` is the older half. */
export function deliverShare(world: World, meter: Meter, delivery: ReturnType<ScenarioDriver['firstDelivery']>): void {
  const periods = world.billsAtUtility(meter).map((period) => period.index);
  const { from, to } = world.intervalsAtUtility(meter);
  if (delivery.bills !== 'none') {
    const share = delivery.bills === 'all' ? periods : periods.slice(0, Math.ceil(periods.length / 2));
    if (world.addBills(meter, share) > 0) world.emit('meter_bills_added', { meter });
  }
  if (delivery.intervals !== 'none') {
    const zone = zoneOf(meter.model.zone);
    const half = midnight(zone, localDay(zone, (from + to) / 2));
    const until = delivery.intervals === 'all' ? to : half;
    if (world.addIntervals(meter, from, until) > 0) world.emit('meter_intervals_added', { meter });
  }
  if (delivery.bills === 'none' && delivery.intervals === 'none') return;
  world.setMeter(meter, { isActivated: true, ongoingMonitoring: DAILY });
}
