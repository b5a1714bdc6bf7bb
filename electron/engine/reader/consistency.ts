import { unitContradiction } from '#shared/espi/checks.ts';
import type { EntityModel } from '#shared/espi/entities.ts';
import type { OpenEntry } from './entry.ts';
import type { Problems } from './problems.ts';

/** What one entry says is only odd beside what another one says: looked at when the document has been read. */
export class Consistency {
  readonly #services = new Set<number | undefined>();
  readonly #types: {
    uom: number | undefined;
    commodity: number | undefined;
    line: number;
    column: number;
    entry: number;
  }[] = [];

  usagePoint(data: EntityModel['UsagePoint']): void {
    this.#services.add(data.serviceCategory?.kind);
  }

  readingType(data: EntityModel['ReadingType'], { line, column, index }: OpenEntry): void {
    // More kinds than this no feed has; memory stays bounded.
    if (this.#types.length < 10_000) {
      this.#types.push({ uom: data.uom, commodity: data.commodity, line, column, entry: index });
    }
  }

  /** Where all usage points are of one service, reports reading types of another. */
  finish(problems: Problems): void {
    const [service] = this.#services;
    if (this.#services.size !== 1 || service === undefined) return;
    for (const { uom, commodity, ...place } of this.#types) {
      // Without the service the contradiction was already reported with its entry.
      if (unitContradiction(undefined, commodity, uom)) continue;
      const message = unitContradiction(service, commodity, uom);
      if (message)
        problems.add({ code: 'commodity_unit_mismatch', severity: 'warning', message, raw: undefined, ...place });
    }
  }
}
