/** Takes what the reader finds into the session's temporary tables, and keeps in memory only what joins need. */
import type { EntityModel } from '#shared/espi/entities.ts';
import type { AskedFor } from '../../calls/ingest.ts';
import type { FeedBlock, FeedEntity, FeedPayload, FeedProblem, FeedSink, ReadingColumns } from '../../reader/feed.ts';
import type { Connection } from '../database.ts';
import { containingPath, entityId, entityKey, keyByLinks, keyHash, selfKey } from '../identity.ts';
import { belongs } from './asked-for.ts';
import { BlockStatistics, Shape } from './block-stats.ts';
import { type LinkEnds, linkEnds } from './links.ts';
import { type LoadingStore, ReadingLoader, type Strand } from './reading-loader.ts';
import type { BlockFamily, StagedEntity } from './staged.ts';
import { RowStage } from './staging.ts';
import { StrandKeys } from './strand-keys.ts';

/** The entity that a key was first seen with. */
interface Owner extends Pick<FeedEntity, 'kind' | 'atomId' | 'data' | 'links'> {
  /** Once others of its kind have the key too: the keys of all of them by their ids and by what they say. */
  keys?: Map<string, string>;
}

/** What was asked of a service; a file answers nothing. */
interface Question {
  /** auth_uid whose data was asked for; undefined where anything may come. */
  authorization?: string | undefined;
  asked?: AskedFor | undefined;
}

/** Problems kept of one document; the rest is counted. */
const MAX_PROBLEMS = 10_000;

export class StagingSink implements FeedSink {
  readonly entities: StagedEntity[] = [];
  readonly families = new Map<string, BlockFamily>();
  readonly problems: FeedProblem[] = [];
  problemCount = 0;
  blockCount = 0;
  /** Blocks whose own figures cannot be taken at their word. */
  oddBlockCount = 0;
  readingCount = 0;
  /** Of what belongs to what was asked for. */
  newestUpdated: number | undefined;
  readonly asked: AskedFor | undefined;
  readonly entries: RowStage;
  readonly links: RowStage;
  readonly blocks: RowStage;
  readonly gaps: RowStage;
  readonly loader: ReadingLoader;
  readonly #strands = new StrandKeys();
  readonly #scope: string;
  readonly #authorization: string | undefined;
  /** Entities that have the self link of another one of their kind, but are none of its versions. */
  readonly apart: Pick<FeedEntity, 'kind'>[] = [];
  readonly #owners = new Map<string, Owner>();
  /** How many entities without a self link were seen of each key. */
  readonly #alike = new Map<string, number>();
  /** The entry of the last meter reading: blocks in the same content are its own. */
  #meterReadingIn: number | undefined;
  /** What meter readings relate to, with the key of the meter reading: some name each of their blocks. */
  readonly #named = new Map<string, string>();
  readonly #statistics = new BlockStatistics();

  constructor(connection: Connection, scope: string, { authorization, asked }: Question, store: LoadingStore) {
    this.loader = new ReadingLoader(connection, store);
    this.#scope = scope;
    this.#authorization = authorization;
    this.asked = asked;
    this.entries = new RowStage(connection, 'st_entries', ENTRY_COLUMNS);
    this.links = new RowStage(connection, 'st_links', LINK_COLUMNS);
    this.blocks = new RowStage(connection, 'st_blocks', BLOCK_COLUMNS);
    this.gaps = new RowStage(connection, 'st_gaps', GAP_COLUMNS);
  }

  async entity(entity: FeedEntity): Promise<void> {
    const key = this.#ownKey(entity);
    const hash = keyHash(this.#scope, key);
    const ends = { ...linkEnds(entity.links), content: entity.entry };
    if (entity.kind === 'MeterReading') {
      this.#meterReadingIn = entity.entry;
      for (const target of ends.related) this.#named.set(target, key);
    }
    const staged: StagedEntity = {
      id: entityId(entity.kind, this.#scope, key, hash),
      hash,
      key,
      kind: entity.kind,
      title: entity.title,
      href: hrefOf(entity),
      updated: entity.updated,
      published: entity.published,
      line: entity.span.line,
      entry: entity.entry,
      ends,
      data: entity.data,
      broken: entity.broken,
    };
    this.entities.push(staged);
    this.#strands.see(staged);
    this.#sawUpdated(entity);
    await this.entries.append([
      staged.id,
      hash,
      entity.updated,
      entity.kind,
      key,
      staged.href,
      entity.atomId,
      entity.title,
      entity.published,
      entity.entry,
      entity.payload,
      entity.span.line,
      JSON.stringify(entity.links),
      JSON.stringify(entity.data),
      entity.rawXml,
      this.entities.length,
      entity.broken,
    ]);
    for (const [rel, keys] of [
      ['related', ends.related],
      ['up', ends.up],
    ] as const) {
      for (const target of keys) await this.links.append([hash, rel, keyHash(this.#scope, target)]);
    }
  }

  async readings(columns: ReadingColumns): Promise<void> {
    this.#statistics.add(columns);
    await this.loader.add(columns);
    this.readingCount += columns.count;
  }

  async block(block: FeedBlock): Promise<void> {
    const self = selfKey(block);
    // Entities of an entry come before its blocks.
    const content = this.#meterReadingIn === block.entry ? block.entry : undefined;
    const ends = { ...linkEnds(block.links), content };
    const family = this.#family(self, ends);
    const stats = this.#statistics.takeOut(block.block);
    if (stats !== undefined) family.shape.append(stats.shape);
    this.blockCount += 1;
    if (stats?.plain === false) this.oddBlockCount += 1;
    this.#sawUpdated(block);
    const strand = (): Omit<Strand, 'series'> => this.#strands.of(family);
    const placed = await this.loader.block(block.block, family.number, strand);
    await this.blocks.append([
      block.block,
      placed.block,
      placed.provisional,
      keyHash(this.#scope, this.#blockKey(block, self, stats?.first)),
      family.number,
      hrefOf(block),
      block.title,
      block.updated,
      block.intervalStart,
      block.intervalDuration,
      block.span.byteStart,
      block.span.byteEnd,
      block.span.line,
      block.readings,
      finite(stats?.first),
      finite(stats?.last),
      finite(stats?.lastEnd),
      stats?.plain ?? true,
      stats?.timeless ?? false,
      block.broken,
    ]);
    const gaps = stats?.plain ? stats.gaps : [];
    for (let index = 0; index < gaps.length; index += 2) {
      await this.gaps.append([block.block, gaps[index], gaps[index + 1]]);
    }
  }

  problem(problem: FeedProblem): void {
    // An answer without entries says that there is nothing, or nothing new.
    if (this.#scope === '' && problem.code === 'no_entries') return;
    this.problemCount += 1;
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
  }

  /** Makes every staged row visible to queries. */
  async complete(): Promise<void> {
    await this.loader.finish();
    for (const stage of [this.entries, this.links, this.blocks, this.gaps]) stage.close();
  }

  #sawUpdated({ kind, updated }: FeedPayload): void {
    if (updated === undefined || !belongs(kind, this.asked)) return;
    this.newestUpdated = Math.max(this.newestUpdated ?? Number.NEGATIVE_INFINITY, updated);
  }

  /**
   * The key of an entity. Some custodians give several of their entries one self link: those of different kinds are
   * different ones, and in a file those with an id and content of their own are, too.
   */
  #ownKey(entity: FeedEntity): string {
    if (this.#isSelfless(entity)) return this.#placedKey(entity);
    const key = entityKey(entity);
    const first = this.#owners.get(key)?.kind ?? entity.kind;
    return this.#sharedKey(first === entity.kind ? key : `${key}#${entity.kind}`, entity);
  }

  /** A key that several entities of one kind may have: of a version of one of them, the key of that one. */
  #sharedKey(key: string, entity: FeedEntity): string {
    const { kind, atomId, data, links } = entity;
    const owner = this.#owners.get(key);
    if (owner === undefined) {
      this.#owners.set(key, { kind, atomId, data, links });
      return key;
    }
    owner.keys ??= new Map(marksOf(owner).map((mark) => [mark, key]));
    const { keys } = owner;
    const marks = marksOf(entity);
    const known = marks.map((mark) => keys.get(mark)).find((one) => one !== undefined);
    if (known === undefined) this.apart.push({ kind });
    // In an answer the place in the document says nothing, so the last one replaces the others.
    const own = known ?? (this.#scope === '' ? key : `${key}#${entity.entry}`);
    for (const mark of marks) if (!keys.has(mark)) keys.set(mark, own);
    return own;
  }

  /** In answers, which share one scope. The place in the document will do in a file, which is a world of its own. */
  #isSelfless(payload: FeedPayload): boolean {
    return selfKey(payload) === undefined && this.#scope === '';
  }

  /** The key of an entity of an answer that has no self link: of several that are alike, by their order. */
  #placedKey(entity: FeedEntity): string {
    const key = keyByLinks(entity, this.#authorization, markOf(entity));
    const place = this.#alike.get(key) ?? 0;
    this.#alike.set(key, place + 1);
    return `${key}#${place}`;
  }

  /**
   * What a block is upserted by: its self link and the start of its interval. The start is part of it because some
   * custodians give every block the same href, and a rolling block must not erase the days that it left.
   * @param first start of its first reading, which stands in where it does not say its interval and has no self link
   */
  #blockKey(block: FeedBlock, self: string | undefined, first: number | undefined): string {
    if (this.#isSelfless(block)) {
      return keyByLinks(block, this.#authorization, `${block.intervalStart ?? first ?? ''}`);
    }
    const key = self ?? `#${block.entry}`;
    return `${key}@${block.intervalStart ?? ''}${block.payload === 0 ? '' : `#${block.payload}`}`;
  }

  #family(self: string | undefined, ends: LinkEnds): BlockFamily {
    // The last segment is the block's own; all that comes before it is shared by its family.
    const folder = self === undefined ? undefined : self.slice(0, Math.max(0, self.lastIndexOf('/')));
    // Unless its meter reading names it: then the folder may be one of blocks of several.
    const owner = self === undefined ? undefined : this.#named.get(self);
    const own = owner === undefined && !this.#mayBeNamedLater(self, ends) ? folder : self;
    const signature = JSON.stringify([owner === undefined ? own : { owner }, ends.up, ends.related, ends.content]);
    const known = this.families.get(signature);
    if (known !== undefined) return known;
    const family: BlockFamily = {
      number: this.families.size,
      ends: { ...ends, self: own },
      folder,
      shape: new Shape(),
    };
    this.families.set(signature, family);
    return family;
  }

  /** A block of a file that says nothing of its meter reading: one that comes after it may name it. */
  #mayBeNamedLater(self: string | undefined, { up, related, content }: LinkEnds): boolean {
    if (self === undefined || this.#scope === '' || content !== undefined || up.length + related.length > 0)
      return false;
    return containingPath(self, 'meterreading') === undefined;
  }
}

/** What an entity has in common with its versions: all that it says, also by its links, or its id. */
function marksOf({ atomId, data, links }: Owner): string[] {
  const ends = links.filter(({ rel }) => rel === 'up' || rel === 'related').map(({ key }) => key);
  const says = keyHash('', JSON.stringify([data, ends]));
  return [`says ${says}`, `id ${atomId}`];
}

type Summary = EntityModel['UsageSummary'] & EntityModel['ElectricPowerQualitySummary'];

/**
 * What tells an entity from others of its kind that link to the same: of bills and quality summaries, when their period
 * begins; of what stands alone, all that it says. Nothing of the others, for what they say may change.
 */
function markOf({ kind, data }: FeedEntity): string {
  if (kind === 'ReadingType' || kind === 'LocalTimeParameters') return JSON.stringify(data);
  const { billingPeriod, summaryInterval } = data as Summary; // decoded as its kind; the other kinds have neither
  return `${(billingPeriod ?? summaryInterval)?.start ?? ''}`;
}

function hrefOf(payload: FeedEntity | FeedBlock): string | undefined {
  return payload.links.find((link) => link.rel === 'self')?.href;
}

function finite(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

const ENTRY_COLUMNS = [
  ['id', 'VARCHAR'],
  ['key_hash', 'UBIGINT'],
  ['updated', 'BIGINT'],
  ['kind', 'VARCHAR'],
  ['key', 'VARCHAR'],
  ['href', 'VARCHAR'],
  ['atom_id', 'VARCHAR'],
  ['title', 'VARCHAR'],
  ['published', 'BIGINT'],
  ['entry', 'INTEGER'],
  ['payload', 'INTEGER'],
  ['line', 'INTEGER'],
  ['links', 'VARCHAR'],
  ['data', 'VARCHAR'],
  ['raw', 'VARCHAR'],
  ['seq', 'INTEGER'],
  ['broken', 'BOOLEAN'],
] as const;

const LINK_COLUMNS = [
  ['from_hash', 'UBIGINT'],
  ['rel', 'VARCHAR'],
  ['to_hash', 'UBIGINT'],
] as const;

const BLOCK_COLUMNS = [
  ['doc_block', 'INTEGER'],
  ['block', 'INTEGER'],
  ['provisional', 'INTEGER'],
  ['key_hash', 'UBIGINT'],
  ['family', 'INTEGER'],
  ['href', 'VARCHAR'],
  ['title', 'VARCHAR'],
  ['updated', 'BIGINT'],
  ['start', 'BIGINT'],
  ['duration', 'BIGINT'],
  ['byte_start', 'BIGINT'],
  ['byte_end', 'BIGINT'],
  ['line', 'INTEGER'],
  ['readings', 'INTEGER'],
  ['first', 'BIGINT'],
  ['last', 'BIGINT'],
  ['last_end', 'BIGINT'],
  ['plain', 'BOOLEAN'],
  ['timeless', 'BOOLEAN'],
  ['broken', 'BOOLEAN'],
] as const;

const GAP_COLUMNS = [
  ['block', 'INTEGER'],
  ['start', 'BIGINT'],
  ['stop', 'BIGINT'],
] as const;
