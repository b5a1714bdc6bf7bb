import { makeNote, withNote } from '../scenarios/notes.ts';
import { isoMicros } from '../world/time.ts';
import type { Meter, World } from '../world/types.ts';

/** Notes the newest bill that was collected of a meter, if any was. */
export function noteLatestBill(world: World, meter: Meter): void {
  const known = new Set(meter.coverage.bills.map((bill) => bill.index));
  const latest = world.billsAtUtility(meter).findLast((bill) => known.has(bill.index));
  if (latest === undefined) return;
  const note = makeNote(world, 'latest_known_bill', {
    bill_start: isoMicros(latest.from * 1_000),
    bill_end: isoMicros(latest.to * 1_000),
  });
  world.setMeter(meter, { notes: withNote(meter.notes, note) });
}
