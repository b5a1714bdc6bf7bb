/** Joins the entities and block families of a document with each other and with what the store has. */
import type { EntityKind } from '../ingest/feed.ts';
import type { Connection } from './database.ts';
import { saveParents } from './entry-merge.ts';
import { containingPath, hashId, keyHash, lastSegment, subscriptionPath, usagePointId } from './identity.ts';
import { Candidates, type JoinAnswer, type LinkEnds } from './join.ts';
import { text } from './row.ts';
import type { BlockFamily, StagedEntity, StagingSink } from './sink.ts';
import type { SourceRecord } from './sources.ts';

/** What each kind hangs below; the first that answers wins. */
const PARENTS: Partial<Record<EntityKind, readonly EntityKind[]>> = {
  MeterReading: ['UsagePoint'],
  UsageSummary: ['UsagePoint'],
  ElectricPowerQualitySummary: ['UsagePoint'],
  CustomerAccount: ['Customer'],
  CustomerAgreement: ['CustomerAccount'],
  ServiceSupplier: ['CustomerAgreement'],
  ProgramDateIdMappings: ['CustomerAgreement'],
  ServiceLocation: ['CustomerAgreement'],
  Meter: ['ServiceLocation', 'CustomerAgreement'],
  EndDevice: ['ServiceLocation', 'CustomerAgreement'],
};

const CANDIDATE_KINDS: readonly EntityKind[] = [
  'UsagePoint',
  'MeterReading',
  'ReadingType',
  'LocalTimeParameters',
  'Customer',
  'CustomerAccount',
  'CustomerAgreement',
  'ServiceLocation',
];

/** A usage point or meter reading that the document only speaks of. */
export interface ImpliedEntity {
  id: string;
  hash: bigint;
  key: string;
  kind: 'UsagePoint' | 'MeterReading';
}

export interface JoinedDocument {
  entities: readonly StagedEntity[];
  /** Parent by entity id. */
  parents: Map<string, JoinAnswer>;
  /** Reading type by meter reading id, local time by usage point id. */
  readingTypes: Map<string, string>;
  localTimes: Map<string, string>;
  /** Usage point by meter reading id, of implied ones too. */
  implied: ImpliedEntity[];
  /** Meter reading of each block family. */
  families: Map<number, string>;
  authorizations: Set<string>;
  usagePoints: Set<string>;
  authorizationOf(usagePointKey: string): string | undefined;
}

/** Works out all joins of a document and notes them on its entries. */
export async function joinDocument(
  connection: Connection,
  sink: StagingSink,
  fresh: readonly StagedEntity[],
  source: SourceRecord,
): Promise<JoinedDocument> {
  const families = [...sink.families.values()];
  const candidates = await collectCandidates(connection, sink.entities, families, source.scope);
  const joiner = new Joiner(candidates, source);
  for (const entity of fresh) joiner.entity(entity);
  for (const family of families) joiner.family(family);
  await saveParents(connection, joiner.notes);
  return joiner.result(fresh);
}

class Joiner {
  readonly notes: { id: string; parent: string | undefined; rule: string }[] = [];
  readonly #candidates: Map<EntityKind, Candidates>;
  readonly #source: SourceRecord;
  readonly #parents = new Map<string, JoinAnswer>();
  readonly #readingTypes = new Map<string, string>();
  readonly #localTimes = new Map<string, string>();
  readonly #implied = new Map<string, ImpliedEntity>();
  readonly #families = new Map<number, string>();
  readonly #usagePoints = new Set<string>();
  readonly #authorizations = new Set<string>();

  constructor(candidates: Map<EntityKind, Candidates>, source: SourceRecord) {
    this.#candidates = candidates;
    this.#source = source;
  }

  entity(entity: StagedEntity): void {
    if (entity.kind === 'Authorization') this.#authorizations.add(entity.id);
    if (entity.kind === 'UsagePoint') {
      this.#usagePoints.add(entity.id);
      const localTime = this.#reference('LocalTimeParameters', entity.ends);
      if (localTime !== undefined) this.#localTimes.set(entity.id, localTime);
    }
    if (entity.kind === 'MeterReading') this.#meterReading(entity.id, entity.ends);
    else this.#attach(entity);
  }

  /** Blocks whose meter reading is nowhere get an implied one, so that they can be charted all the same. */
  family(family: BlockFamily): void {
    const answer = this.#find('MeterReading', family.ends);
    if (answer !== undefined) {
      this.#families.set(family.number, answer.parent);
      return;
    }
    const { self, up } = family.ends;
    const key =
      pathOf(family.ends, 'meterreading') ?? up[0] ?? (self === undefined || self === '' ? '#meterreading' : self);
    const implied = this.#imply('MeterReading', key);
    this.#families.set(family.number, implied.id);
    if (!this.#parents.has(implied.id)) this.#meterReading(implied.id, family.ends);
  }

  result(entities: readonly StagedEntity[]): JoinedDocument {
    return {
      entities,
      parents: this.#parents,
      readingTypes: this.#readingTypes,
      localTimes: this.#localTimes,
      implied: [...this.#implied.values()],
      families: this.#families,
      authorizations: this.#authorizations,
      usagePoints: this.#usagePoints,
      authorizationOf: (key) => subscriptionPath(key)?.authorization ?? this.#source.authorization ?? this.#onlyAuthorization(),
    };
  }

  #meterReading(id: string, ends: LinkEnds): void {
    const readingType = this.#reference('ReadingType', ends);
    if (readingType !== undefined) this.#readingTypes.set(id, readingType);
    const answer = this.#find('UsagePoint', ends) ?? this.#impliedUsagePoint(ends);
    this.#note(id, answer, 'unattached');
  }

  #attach(entity: StagedEntity): void {
    const kinds = PARENTS[entity.kind];
    if (kinds === undefined) return;
    let answer: JoinAnswer | undefined;
    for (const kind of kinds) answer ??= this.#find(kind, entity.ends);
    if (kinds.includes('UsagePoint')) answer ??= this.#impliedUsagePoint(entity.ends);
    this.#note(entity.id, answer, 'unattached');
  }

  #note(id: string, answer: JoinAnswer | undefined, otherwise: string): void {
    if (answer !== undefined) this.#parents.set(id, answer);
    this.notes.push({ id, parent: answer?.parent, rule: answer?.rule ?? otherwise });
  }

  #find(kind: EntityKind, ends: LinkEnds): JoinAnswer | undefined {
    return this.#candidates.get(kind)?.find(ends);
  }

  /** Some custodians give no UsagePoint entry at all: their paths name one, or the document is about a single one. */
  #impliedUsagePoint(ends: LinkEnds): JoinAnswer | undefined {
    const path = pathOf(ends, 'usagepoint');
    const alone = this.#candidates.get('UsagePoint')?.countInDocument === 0 && this.#source.scope !== '';
    const key = path ?? (alone ? '#usagepoint' : undefined);
    if (key === undefined) return undefined;
    return { parent: this.#imply('UsagePoint', key).id, rule: 'path' };
  }

  #imply(kind: ImpliedEntity['kind'], key: string): ImpliedEntity {
    const known = this.#implied.get(`${kind} ${key}`);
    if (known !== undefined) return known;
    const hash = keyHash(this.#source.scope, key);
    const id = kind === 'UsagePoint' ? usagePointId(this.#source.scope, key, hash) : hashId(hash);
    const implied: ImpliedEntity = { id, hash, key, kind };
    this.#implied.set(`${kind} ${key}`, implied);
    if (kind === 'UsagePoint') this.#usagePoints.add(id);
    return implied;
  }

  /** A stand-alone resource that an entry names by a related link; it may come in a later document. */
  #reference(kind: 'ReadingType' | 'LocalTimeParameters', ends: LinkEnds): string | undefined {
    const answer = this.#find(kind, ends);
    if (answer !== undefined && answer.rule !== 'only') return answer.parent;
    const segment = `${kind.toLowerCase()}/`;
    const key = ends.related.find((related) => related.startsWith(segment) || related.includes(`/${segment}`));
    if (answer !== undefined) return answer.parent;
    return key === undefined ? undefined : hashId(keyHash(this.#source.scope, key));
  }

  #onlyAuthorization(): string | undefined {
    const [only, ...more] = this.#authorizations;
    return more.length === 0 ? only : undefined;
  }
}

function pathOf(ends: LinkEnds, kind: string): string | undefined {
  for (const key of [ends.self, ...ends.up, ...ends.related]) {
    const path = key === undefined ? undefined : containingPath(key, kind);
    if (path !== undefined && lastSegment(path) !== '') return path;
  }
  return undefined;
}

async function collectCandidates(
  connection: Connection,
  entities: readonly StagedEntity[],
  families: readonly BlockFamily[],
  scope: string,
): Promise<Map<EntityKind, Candidates>> {
  const candidates = new Map<EntityKind, Candidates>(CANDIDATE_KINDS.map((kind) => [kind, new Candidates(kind)]));
  for (const entity of entities) candidates.get(entity.kind)?.add(entity.id, entity.ends, true);
  // A file has nothing outside of itself to be joined to.
  if (scope !== '') return candidates;
  const wanted = wantedKeys(entities, families);
  if (wanted.size === 0) return candidates;
  const keys = new Map([...wanted].map((key) => [hashId(keyHash(scope, key)), key]));
  await connection.run(
    `CREATE TEMP TABLE st_wanted AS SELECT ('0x' || k)::UBIGINT AS hash, k AS hex FROM (SELECT unnest(?::JSON::VARCHAR[]) AS k)`,
    [JSON.stringify([...keys.keys()])],
  );
  const selves = await connection.rows(
    'SELECT e.id, e.kind, w.hex FROM st_wanted w JOIN entries e ON e.key_hash = w.hash',
  );
  for (const row of selves) {
    const self = keys.get(text(row.hex));
    candidates.get(text(row.kind) as EntityKind)?.add(text(row.id), { self, up: [], related: [] }, false); // kinds only are stored
  }
  const related = await connection.rows(
    `SELECT e.id, e.kind, w.hex FROM st_wanted w JOIN entry_links l ON l.to_hash = w.hash AND l.rel = 'related'
     JOIN entries e ON e.key_hash = l.from_hash`,
  );
  for (const row of related) {
    const key = keys.get(text(row.hex)) ?? '';
    candidates.get(text(row.kind) as EntityKind)?.add(text(row.id), { self: undefined, up: [], related: [key] }, false); // likewise
  }
  await connection.run('DROP TABLE st_wanted');
  return candidates;
}

/** Keys by which something in the store could be a parent. */
function wantedKeys(entities: readonly StagedEntity[], families: readonly BlockFamily[]): Set<string> {
  const wanted = new Set<string>();
  const add = (ends: LinkEnds, paths: readonly string[]) => {
    for (const key of [ends.self, ...ends.up, ...ends.related]) {
      if (key === undefined || key === '') continue;
      wanted.add(key);
      for (const kind of paths) {
        const path = containingPath(key, kind);
        if (path !== undefined) wanted.add(path);
      }
    }
  };
  for (const family of families) add(family.ends, ['usagepoint', 'meterreading']);
  for (const entity of entities) {
    if (entity.kind === 'UsagePoint') add(entity.ends, []);
    else if (PARENTS[entity.kind] !== undefined) {
      add(entity.ends, PARENTS[entity.kind]?.map((kind) => kind.toLowerCase()) ?? []);
    }
  }
  return wanted;
}
