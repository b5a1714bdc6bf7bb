/**
 * The usage points whose facts a document changes. What it says of customers and bills may move from one usage point to another,
 * so both are looked for: whose it was before the document is written, and whose it is then.
 */
import { CUSTOMER_KINDS } from '#shared/espi/entities.ts';
import type { Connection } from '../database.ts';
import { among } from '../sql-text.ts';
import { pointsOfBills, pointsOfPlaces, refreshFacts } from '../usage-point-facts.ts';
import type { JoinedDocument } from './document-join.ts';

/** Which usage points a document says something new of. */
export class FactChanges {
  readonly #customers: readonly string[];
  readonly #bills: readonly string[];
  readonly #places: boolean;
  readonly #points: Set<string>;

  private constructor({ entities, usagePoints, parents }: JoinedDocument) {
    const ids = (kinds: readonly string[]) => entities.flatMap(({ kind, id }) => (kinds.includes(kind) ? id : []));
    this.#customers = ids(CUSTOMER_KINDS);
    this.#bills = ids(['UsageSummary']);
    // A new usage point may be one whose place is known already.
    this.#places = this.#customers.length > 0 || usagePoints.size > 0;
    this.#points = new Set(this.#bills.flatMap((id) => parents.get(id)?.parent ?? []));
  }

  static async before(connection: Connection, joined: JoinedDocument): Promise<FactChanges> {
    const changes = new FactChanges(joined);
    if (joined.alone) return changes;
    // Entities that are new were nowhere before.
    if (await areSomeStored(connection, changes.#customers)) await changes.#lookAtPlaces(connection);
    for (const point of await pointsOfBills(connection, changes.#bills)) changes.#points.add(point);
    return changes;
  }

  /** @param others usage points that the document brought, or whose readings changed */
  async settle(connection: Connection, others: ReadonlySet<string>): Promise<void> {
    await this.#lookAtPlaces(connection);
    const points = [...this.#points, ...others];
    const bills = this.#bills.length > 0;
    await refreshFacts(connection, { points, places: this.#places, usage: others.size > 0, bills });
  }

  async #lookAtPlaces(connection: Connection): Promise<void> {
    for (const point of await pointsOfPlaces(connection, this.#customers)) this.#points.add(point);
  }
}

async function areSomeStored(connection: Connection, customers: readonly string[]): Promise<boolean> {
  if (customers.length === 0) return false;
  const row = await connection.row(`SELECT 1 AS one FROM customer_entities WHERE id IN ${among(customers)} LIMIT 1`);
  return row !== undefined;
}
