/** Joins the entities and block families of a document with each other and with what the store has. */
import { type Join, JoinIndex, PARENTS } from '#shared/espi/join.ts';
import type { Connection } from '../database.ts';
import { containingPath, hashId, keyHash, lastSegment, subscriptionPath, usagePointId } from '../identity.ts';
import { text } from '../row.ts';
import { among } from '../sql-text.ts';
import { saveParents } from './entry-merge.ts';
import type { LinkEnds } from './links.ts';
import type { StagingSink } from './sink.ts';
import type { SourceRecord } from './sources.ts';
import type { BlockFamily, StagedEntity } from './staged.ts';

type JoinAnswer = Pick<Join<string>, 'parent' | 'rule'>;

/** All kinds that something hangs below. */
const PARENT_KINDS = new Set(PARENTS.map(({ parent }) => parent));

/** A usage point or meter reading that the document only speaks of. */
interface ImpliedEntity {
  id: string;
  hash: bigint;
  key: string;
  kind: 'UsagePoint' | 'MeterReading';
}

export interface JoinedDocument {
  entities: readonly StagedEntity[];
  /** It is a file, a world of its own: the store has nothing that it could meet or replace. */
  alone: boolean;
  /** Parent by entity id. */
  parents: Map<string, JoinAnswer>;
  /** Reading type by meter reading id, local time by usage point id: as the document says, or an earlier one where it is silent. */
  readingTypes: Map<string, string>;
  localTimes: Map<string, string>;
  /** Usage points whose local time is the only one of its document, without a link. */
  inferredTimes: Set<string>;
  /** Usage point by meter reading id, of implied ones too. */
  implied: ImpliedEntity[];
  /** Meter reading of each block family. */
  families: Map<number, string>;
  /** All that the document has, also where the store has a newer version: it names them all the same. */
  authorizations: ReadonlySet<string>;
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
  const children = [...sink.entities, ...families.map(({ ends }) => ({ kind: 'IntervalBlock', ends }))];
  const joiner = new Joiner(candidates, children, source);
  for (const entity of fresh) joiner.entity(entity);
  for (const family of families) joiner.family(family);
  await saveParents(connection, joiner.notes);
  const joined = joiner.result(fresh);
  if (!joined.alone) await keepTimes(connection, joined, sink.entities);
  return joined;
}

/**
 * What an earlier document said of a usage point's local time is not forgotten where this one is silent about it. Where this one has
 * parameters that may be any meter's, only a link holds on.
 * @param all of the document, also what the store has in a newer version
 */
async function keepTimes(
  connection: Connection,
  { entities, localTimes, inferredTimes }: JoinedDocument,
  all: readonly StagedEntity[],
): Promise<void> {
  const silent = entities.flatMap(({ kind, id }) => (kind === 'UsagePoint' && !localTimes.has(id) ? id : []));
  if (silent.length === 0) return;
  const isSilent = all.every(({ kind }) => kind !== 'LocalTimeParameters');
  const rows = await connection.rows(
    `SELECT id, local_time, local_time_inferred AS inferred FROM usage_points
     WHERE local_time IS NOT NULL AND id IN ${among(silent)} ${isSilent ? '' : 'AND local_time_inferred IS DISTINCT FROM true'}`,
  );
  for (const row of rows) {
    const id = text(row.id);
    localTimes.set(id, text(row.local_time));
    if (row.inferred === true) inferredTimes.add(id);
  }
}

class Joiner {
  readonly notes: { id: string; parent: string | undefined; rule: string }[] = [];
  readonly #candidates: Candidates;
  /** All of the document that may have a parent. */
  readonly #children: readonly Child[];
  /** Whether links of any of these lead to an entity, by its id, as far as it was asked. */
  readonly #hasOwn = new Map<string, boolean>();
  readonly #source: SourceRecord;
  readonly #parents = new Map<string, JoinAnswer>();
  readonly #readingTypes = new Map<string, string>();
  readonly #localTimes = new Map<string, string>();
  readonly #inferredTimes = new Set<string>();
  readonly #implied = new Map<string, ImpliedEntity>();
  readonly #families = new Map<number, string>();
  readonly #usagePoints = new Set<string>();

  constructor(candidates: Candidates, children: readonly Child[], source: SourceRecord) {
    this.#candidates = candidates;
    this.#children = children;
    this.#source = source;
  }

  entity(entity: StagedEntity): void {
    if (entity.kind === 'UsagePoint') {
      this.#usagePoints.add(entity.id);
      this.#localTime(entity.id, entity.ends);
    }
    if (entity.kind === 'MeterReading') this.#meterReading(entity.id, entity.ends);
    else this.#attach(entity);
  }

  /** Blocks whose meter reading is nowhere get an implied one, so that they can be charted all the same. */
  family(family: BlockFamily): void {
    const { ends, folder } = family;
    const answer = this.#find('MeterReading', ends, false) ?? this.#find('MeterReading', { ...ends, self: folder });
    if (answer !== undefined) {
      this.#families.set(family.number, answer.parent);
      return;
    }
    // Of blocks that name nothing, only whose data was asked for is known.
    const { authorization } = this.#source;
    const nameless = authorization === undefined ? '#meterreading' : `#meterreading ${authorization}`;
    // What they measure tells the series apart, where no path does.
    const type = linkTo('ReadingType', ends);
    const place = `${ends.up[0] ?? (folder || nameless)}${type === undefined ? '' : `#${type}`}`;
    const key = pathOf(ends, 'meterreading') ?? place;
    const implied = this.#imply('MeterReading', key);
    this.#families.set(family.number, implied.id);
    if (!this.#parents.has(implied.id)) this.#meterReading(implied.id, ends);
  }

  result(entities: readonly StagedEntity[]): JoinedDocument {
    return {
      entities,
      alone: this.#source.scope !== '',
      parents: this.#parents,
      readingTypes: this.#readingTypes,
      localTimes: this.#localTimes,
      inferredTimes: this.#inferredTimes,
      implied: [...this.#implied.values()],
      families: this.#families,
      authorizations: this.#candidates.authorizations,
      usagePoints: this.#usagePoints,
      authorizationOf: (key) =>
        subscriptionPath(key)?.authorization ?? this.#source.authorization ?? this.#onlyAuthorization(),
    };
  }

  /** Of a usage point: the one that a link names, else the only one of the document. */
  #localTime(id: string, ends: LinkEnds): void {
    const localTime = this.#reference('LocalTimeParameters', ends);
    if (localTime === undefined) return;
    this.#localTimes.set(id, localTime);
    if (this.#find('LocalTimeParameters', ends)?.rule === 'only') this.#inferredTimes.add(id);
  }

  #meterReading(id: string, ends: LinkEnds): void {
    const readingType = this.#reference('ReadingType', ends);
    if (readingType !== undefined) this.#readingTypes.set(id, readingType);
    const answer = this.#find('UsagePoint', ends) ?? this.#impliedUsagePoint(ends);
    this.#note(id, answer, 'unattached');
  }

  #attach(entity: StagedEntity): void {
    const places = PARENTS.filter(({ child, parent }) => child === entity.kind && parent !== 'LocalTimeParameters');
    if (places.length === 0) return;
    let answer: JoinAnswer | undefined;
    for (const { parent, onlyCandidate } of places) answer ??= this.#find(parent, entity.ends, onlyCandidate);
    if (places.some(({ parent }) => parent === 'UsagePoint')) answer ??= this.#impliedUsagePoint(entity.ends);
    this.#note(entity.id, answer, 'unattached');
  }

  #note(id: string, answer: JoinAnswer | undefined, otherwise: string): void {
    if (answer !== undefined) this.#parents.set(id, answer);
    this.notes.push({ id, parent: answer?.parent, rule: answer?.rule ?? otherwise });
  }

  #find(kind: string, ends: LinkEnds, onlyCandidate = true): JoinAnswer | undefined {
    const index = this.#candidates.indexes.get(kind);
    const answer = index?.find({ entry: '', document: HERE, ...ends }, onlyCandidate);
    return answer?.rule === 'only' && this.#namesAnother(kind, ends, answer.parent) ? undefined : answer;
  }

  /**
   * The only one of its kind that is here is not the parent of what names another one, as long as others are known to be its own:
   * the one that is named is missing. Without such others it may be the same one, written in another way.
   */
  #namesAnother(kind: string, ends: LinkEnds, only: string): boolean {
    // The clock of another usage point of a file is a better guess than none, and is told to be one.
    if (kind === 'LocalTimeParameters' && this.#source.scope !== '') return false;
    const named = pathOf(ends, kind.toLowerCase());
    const self = this.#candidates.selfOf.get(only);
    if (named === undefined || self === undefined || lastSegment(named) === lastSegment(self)) return false;
    const known = this.#hasOwn.get(only) ?? this.#children.some((child) => this.#belongs(child, kind, only));
    this.#hasOwn.set(only, known);
    return known;
  }

  /** True where links say so. */
  #belongs(child: Child, kind: string, parent: string): boolean {
    if (!PARENTS.some((place) => place.parent === kind && place.child === child.kind)) return false;
    return this.#find(kind, child.ends, false)?.parent === parent;
  }

  /** Some custodians give no UsagePoint entry at all: their paths name one, or the document is about a single one. */
  #impliedUsagePoint(ends: LinkEnds): JoinAnswer | undefined {
    const path = pathOf(ends, 'usagepoint');
    const alone = this.#candidates.usagePoints === 0 && this.#source.scope !== '';
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
    if (kind === 'UsagePoint') {
      this.#usagePoints.add(id);
      this.#localTime(id, NO_ENDS);
    }
    return implied;
  }

  /** A stand-alone resource that an entry names by a related link; it may come in a later document. */
  #reference(kind: StandAlone, ends: LinkEnds): string | undefined {
    const answer = this.#find(kind, ends);
    if (answer !== undefined) return answer.parent;
    const key = linkTo(kind, ends);
    return key === undefined ? undefined : hashId(keyHash(this.#source.scope, key));
  }

  #onlyAuthorization(): string | undefined {
    const [only, ...more] = this.#candidates.authorizations;
    return more.length === 0 ? only : undefined;
  }
}

/** Of a usage point that has no entry of its own, and so no links. */
const NO_ENDS: LinkEnds = { self: undefined, up: [], related: [] };

function pathOf(ends: LinkEnds, kind: string): string | undefined {
  for (const key of [ends.self, ...ends.up, ...ends.related]) {
    const path = key === undefined ? undefined : containingPath(key, kind);
    if (path !== undefined && lastSegment(path) !== '') return path;
  }
  return undefined;
}

/** The link to a resource that stands alone. */
function linkTo(kind: StandAlone, { related }: LinkEnds): string | undefined {
  const segment = `${kind.toLowerCase()}/`;
  return related.find((key) => key.startsWith(segment) || key.includes(`/${segment}`));
}

/** Marks of the document at hand, and of what the store had before it. */
const HERE = 'here';
const STORE = 'store';
/** Mark of what says the same as another one of the document: as the only candidate (rule 5) either will do. */
const TWIN = 'twin';
type StandAlone = 'ReadingType' | 'LocalTimeParameters';
const STAND_ALONE: ReadonlySet<string> = new Set<StandAlone>(['ReadingType', 'LocalTimeParameters']);

/** What looks for its parent. */
interface Child {
  kind: string;
  ends: LinkEnds;
}

interface Candidates {
  indexes: Map<string, JoinIndex<string>>;
  /** Key of the self link of entities of the document, by id. */
  selfOf: Map<string, string>;
  /** How many usage points the document itself has, and ids of its authorizations. */
  usagePoints: number;
  authorizations: ReadonlySet<string>;
}

async function collectCandidates(
  connection: Connection,
  entities: readonly StagedEntity[],
  families: readonly BlockFamily[],
  scope: string,
): Promise<Candidates> {
  const indexes = new Map([...PARENT_KINDS].map((kind) => [kind, new JoinIndex<string>([])]));
  const selfOf = new Map<string, string>();
  const seen = new Set<string>();
  for (const { id, kind, ends, data } of entities) {
    const content = STAND_ALONE.has(kind) ? `${kind} ${JSON.stringify(data)}` : undefined;
    const twin = content !== undefined && seen.has(content);
    if (content !== undefined) seen.add(content);
    if (PARENT_KINDS.has(kind) && ends.self !== undefined) selfOf.set(id, ends.self);
    indexes.get(kind)?.add({ entry: id, document: twin ? TWIN : HERE, ...ends });
  }
  const usagePoints = entities.filter(({ kind }) => kind === 'UsagePoint').length;
  const authorizations = new Set(entities.filter(({ kind }) => kind === 'Authorization').map(({ id }) => id));
  // A file has nothing outside of itself to be joined to.
  if (scope === '') await addStored(connection, indexes, wantedKeys(entities, families));
  return { indexes, selfOf, usagePoints, authorizations };
}

/** Adds those entries of the store that one of the wanted keys leads to. */
async function addStored(
  connection: Connection,
  indexes: Map<string, JoinIndex<string>>,
  wanted: Set<string>,
): Promise<void> {
  if (wanted.size === 0) return;
  const keys = new Map([...wanted].map((key) => [hashId(keyHash('', key)), key]));
  const rows = await connection.rows(
    `WITH wanted AS MATERIALIZED (SELECT ('0x' || hex)::UBIGINT AS hash, hex FROM (SELECT unnest(?::JSON::VARCHAR[]) AS hex))
     SELECT e.id, e.kind, w.hex, false AS related FROM wanted w JOIN entries e ON e.key_hash = w.hash
     UNION ALL SELECT e.id, e.kind, w.hex, true FROM wanted w JOIN entry_links l ON l.to_hash = w.hash AND l.rel = 'related'
     JOIN entries e ON e.key_hash = l.from_hash`,
    [JSON.stringify([...keys.keys()])],
  );
  for (const row of rows) {
    const key = keys.get(text(row.hex)) ?? '';
    const ends: LinkEnds = row.related ? { ...NO_ENDS, related: [key] } : { ...NO_ENDS, self: key };
    indexes.get(text(row.kind))?.add({ entry: text(row.id), document: STORE, ...ends });
  }
}

/** Keys by which something in the store could be a parent. */
function wantedKeys(entities: readonly StagedEntity[], families: readonly BlockFamily[]): Set<string> {
  const wanted = new Set<string>();
  const add = (kind: string, ends: LinkEnds) => {
    const parents = PARENTS.filter(({ child }) => child === kind).map(({ parent }) => parent.toLowerCase());
    if (parents.length === 0) return;
    for (const key of [ends.self, ...ends.up, ...ends.related]) {
      if (key === undefined || key === '') continue;
      wanted.add(key);
      for (const parent of parents) {
        const path = containingPath(key, parent);
        if (path !== undefined) wanted.add(path);
      }
    }
  };
  for (const family of families) {
    add('IntervalBlock', family.ends);
    add('MeterReading', family.ends);
  }
  for (const entity of entities) add(entity.kind, entity.ends);
  return wanted;
}
