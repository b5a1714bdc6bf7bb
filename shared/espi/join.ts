/**
 * Which entry belongs to which, by links: espi-facts section 7. All hrefs are keys as `linkKey` makes them.
 * Atom ids take no part: custodians repeat them.
 */

/** An entry with its links, as joins see it. `K` identifies it: an id of the store, or the entry itself. */
export interface Joinable<K> {
  entry: K;
  /** The document that it came in; rule 5 looks no further. */
  document: number | string;
  self: string | undefined;
  up: readonly string[];
  related: readonly string[];
  /** Number of the entry, for what stands in one content with others; undefined where that says nothing. */
  content?: number | undefined;
}

/** How a parent was found, strongest first. */
export type JoinRule = 'related' | 'up' | 'self' | 'path' | 'content' | 'only';

export interface Join<K> {
  parent: K;
  rule: JoinRule;
  /** Other entries would have fitted by the same rule; one of the same document was preferred, then the last. */
  ambiguous: boolean;
}

/** What hangs below what. The parent of a MeterReading's type is its ReadingType, of a UsagePoint's clock the LocalTimeParameters. */
export const PARENTS: readonly { child: string; parent: string; onlyCandidate: boolean }[] = [
  { child: 'MeterReading', parent: 'UsagePoint', onlyCandidate: true },
  { child: 'MeterReading', parent: 'ReadingType', onlyCandidate: true },
  { child: 'IntervalBlock', parent: 'MeterReading', onlyCandidate: true },
  { child: 'UsagePoint', parent: 'LocalTimeParameters', onlyCandidate: true },
  { child: 'UsageSummary', parent: 'UsagePoint', onlyCandidate: true },
  { child: 'ElectricPowerQualitySummary', parent: 'UsagePoint', onlyCandidate: true },
  { child: 'CustomerAccount', parent: 'Customer', onlyCandidate: true },
  { child: 'CustomerAgreement', parent: 'CustomerAccount', onlyCandidate: true },
  { child: 'ServiceSupplier', parent: 'CustomerAgreement', onlyCandidate: true },
  { child: 'ProgramDateIdMappings', parent: 'CustomerAgreement', onlyCandidate: true },
  { child: 'ServiceLocation', parent: 'CustomerAgreement', onlyCandidate: true },
  { child: 'Meter', parent: 'ServiceLocation', onlyCandidate: true },
  // SCE hangs meters directly below the agreement.
  { child: 'Meter', parent: 'CustomerAgreement', onlyCandidate: false },
  { child: 'EndDevice', parent: 'ServiceLocation', onlyCandidate: true },
  { child: 'EndDevice', parent: 'CustomerAgreement', onlyCandidate: false },
];

/** Parents of one kind, indexed so that each child is joined in the time of its own links. */
export class JoinIndex<K> {
  readonly #bySelf = new Map<string, Joinable<K>[]>();
  readonly #byRelated = new Map<string, Joinable<K>[]>();
  readonly #byDocument = new Map<number | string, Joinable<K>[]>();
  readonly #byContent = new Map<string, Joinable<K>[]>();

  constructor(parents: Iterable<Joinable<K>>) {
    for (const parent of parents) this.add(parent);
  }

  add(parent: Joinable<K>): void {
    if (parent.self) push(this.#bySelf, parent.self, parent);
    for (const key of parent.related) if (key !== parent.self) push(this.#byRelated, key, parent);
    push(this.#byDocument, parent.document, parent);
    if (parent.content !== undefined) push(this.#byContent, contentKey(parent), parent);
  }

  /**
   * The parent of a child; undefined when it is unattached.
   * @param onlyCandidate also take the only one of its document, when no link says anything (rule 5).
   */
  find(child: Joinable<K>, onlyCandidate = true): Join<K> | undefined {
    return (
      this.#pick(child, 'related', child.related, this.#bySelf) ??
      this.#pick(child, 'up', child.up, this.#byRelated) ??
      this.#pick(child, 'self', child.self ? [child.self] : [], this.#byRelated) ??
      this.#pick(child, 'path', containers(child), this.#bySelf) ??
      (child.content === undefined ? undefined : one(child, this.#byContent.get(contentKey(child)), 'content')) ??
      (onlyCandidate ? one(child, this.#byDocument.get(child.document), 'only') : undefined)
    );
  }

  #pick(
    child: Joinable<K>,
    rule: JoinRule,
    keys: readonly string[],
    index: ReadonlyMap<string, Joinable<K>[]>,
  ): Join<K> | undefined {
    for (const key of keys) {
      const found = index.get(key)?.filter((parent) => parent.entry !== child.entry);
      if (!found || found.length === 0) continue;
      const near = found.filter((parent) => parent.document === child.document);
      const parent = near.at(-1) ?? found.at(-1);
      if (parent) return { parent: parent.entry, rule, ambiguous: (near.length || found.length) > 1 };
    }
    return undefined;
  }
}

/** The only candidate, where there is just one. */
function one<K>(
  child: Joinable<K>,
  candidates: readonly Joinable<K>[] | undefined,
  rule: JoinRule,
): Join<K> | undefined {
  const [candidate] = candidates ?? [];
  if (candidates?.length !== 1 || !candidate || candidate.entry === child.entry) return undefined;
  return { parent: candidate.entry, rule, ambiguous: false };
}

function contentKey({ document, content }: Joinable<unknown>): string {
  return `${content} ${document}`;
}

/** The paths that contain the child's own, longest first: `a/1/b/2/c` is in `a/1/b/2` and `a/1`. */
function containers(child: Joinable<unknown>): string[] {
  const paths: string[] = [];
  for (const key of child.self ? [child.self, ...child.up] : child.up) {
    for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) paths.push(key.slice(0, end));
  }
  return paths.sort((a, b) => b.length - a.length);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
