/**
 * The usage points whose facts a document changes. What it says of customers and bills may move from one usage point to another,
 * so both are looked for: whose it was before the document is written, and whose it is then.
 */
import { CUSTOMER_KINDS } from '#shared/espi/entities.ts';
import type { Connection } from '../database.ts';
import { pointsOfBills, pointsOfPlaces, refreshFacts } from '../usage-point-facts.ts';
import type { JoinedDocument } from './document-join.ts';

/** Which usage points a document says something new of. */
export class FactChanges {
  readonly #customers: readonly string[];
  readonly #bills: readonly string[];
  readonly #places: boolean;
  readonly #points = new Set<string>();

  private constructor({ entities, usagePoints }: JoinedDocument) {
    const ids = (kinds: readonly string[]) => entities.flatMap(({ kind, id }) => (kinds.includes(kind) ? id : []));
    this.#customers = ids(CUSTOMER_KINDS);
    this.#bills = ids(['UsageSummary']);
    // A new usage point may be one whose place is known already.
    this.#places = this.#customers.length > 0 || usagePoints.size > 0;
  }

  static async before(connection: Connection, joined: JoinedDocument): Promise<FactChanges> {
    const changes = new FactChanges(joined);
    if (!joined.alone) await changes.#look(connection);
    return changes;
  }

  /** @param others usage points with changes of other kinds */
  async settle(connection: Connection, others: Iterable<string>): Promise<void> {
    await this.#look(connection);
    const points = [...this.#points, ...others];
    await refreshFacts(connection, { points, places: this.#places, bills: this.#bills.length > 0 });
  }

  async #look(connection: Connection): Promise<void> {
    for (const point of await pointsOfPlaces(connection, this.#customers)) this.#points.add(point);
    for (const point of await pointsOfBills(connection, this.#bills)) this.#points.add(point);
  }
}
