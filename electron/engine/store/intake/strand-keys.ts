/**
 * A guess, while a document is read, at which readings will be one series: those of one usage point and reading type.
 * It only saves work: where it is wrong, the merge moves the rows.
 */
import type { ReadingType } from '../decisions.ts';
import { containingPath } from '../identity.ts';
import { defaultsOf, type RowDefaults } from './reading-chunk.ts';
import type { BlockFamily, StagedEntity } from './staged.ts';

interface SeenMeterReading {
  usagePoint: string;
  readingType: string;
}

export class StrandKeys {
  readonly #meterReadings = new Map<string, SeenMeterReading>();
  readonly #types = new Map<string, RowDefaults>();

  see(entity: StagedEntity): void {
    const { self, up, related } = entity.ends;
    if (entity.kind === 'ReadingType' && self !== undefined) {
      this.#types.set(self, defaultsOf(entity.data as ReadingType)); // decoded as its kind
    }
    if (entity.kind !== 'MeterReading') return;
    const readingType = related.find((key) => /(?:^|\/)readingtype\/[^/]+$/.test(key));
    const usagePoint = containingPath(self ?? up[0] ?? '', 'usagepoint');
    if (readingType === undefined || usagePoint === undefined) return;
    for (const key of [self, ...related]) {
      if (key !== undefined && key !== readingType) this.#meterReadings.set(key, { usagePoint, readingType });
    }
  }

  of({ number, ends }: BlockFamily): { key: string; defaults: RowDefaults } {
    for (const key of [...ends.up, ...ends.related]) {
      const seen = this.#meterReadings.get(key);
      if (seen === undefined) continue;
      const defaults = this.#types.get(seen.readingType) ?? NOTHING;
      return { key: `${seen.usagePoint} ${seen.readingType}`, defaults };
    }
    return { key: `family ${number}`, defaults: NOTHING };
  }
}

const NOTHING: RowDefaults = { quality: undefined, tou: undefined, tier: undefined, cpp: undefined };
