/**
 * The seam between reading a feed (bytes -> entries and columns) and keeping it (rows in the store).
 *
 * The reader calls a {@link FeedSink} in document order and awaits it, so that a slow store slows the reader down
 * and memory stays constant. Interval readings never become objects: they arrive as {@link ReadingColumns}.
 */

/** What an Atom entry carries, by local name; `Unknown` keeps payloads that no schema names. */
export type EntityKind =
  | 'ApplicationInformation'
  | 'Authorization'
  | 'LocalTimeParameters'
  | 'ReadingType'
  | 'UsagePoint'
  | 'MeterReading'
  | 'IntervalBlock'
  | 'UsageSummary'
  | 'ElectricPowerQualitySummary'
  | 'Customer'
  | 'CustomerAccount'
  | 'CustomerAgreement'
  | 'ServiceSupplier'
  | 'ProgramDateIdMappings'
  | 'ServiceLocation'
  | 'Meter'
  | 'EndDevice'
  | 'ServiceStatus'
  | 'BatchList'
  | 'ProgramIdMappings'
  | 'Unknown';

/** A link of an entry, as written. `key` is the normalised form that joins compare (see espi-facts section 7). */
export interface EntryLink {
  rel: string;
  href: string;
  key: string;
  type: string | undefined;
}

/** Where an entry stands in its source: byte offsets of `<entry ...>`..`</entry>`, and the 1-based line it starts on. */
interface SourceSpan {
  byteStart: number;
  byteEnd: number;
  line: number;
}

/** One payload of one entry, decoded. Several payloads in one content give several of these with the same `entry`. */
export interface FeedPayload {
  /** 0-based number of the entry in the document. */
  entry: number;
  /** 0-based number of the payload in its content. */
  payload: number;
  kind: EntityKind;
  /** Namespace and local name as found. */
  namespace: string;
  localName: string;
  /** Atom id, title, published, updated as written (undefined when absent). */
  atomId: string | undefined;
  title: string | undefined;
  /** Epoch milliseconds, undefined when absent or unreadable (then a problem was reported). */
  published: number | undefined;
  updated: number | undefined;
  links: EntryLink[];
  span: SourceSpan;
  /** Its entry could not be read to its end: some of it may be missing. */
  broken: boolean;
}

/** A decoded entity other than IntervalBlock. `data` is the typed model of `shared/espi`, as plain JSON. */
export interface FeedEntity extends FeedPayload {
  data: Record<string, unknown>;
  /** The whole entry as XML text, namespaces resolvable on its own. */
  rawXml: string;
}

/** An IntervalBlock; its readings went through {@link FeedSink.readings} under `block`. Raw XML is by reference (`span`). */
export interface FeedBlock extends FeedPayload {
  /** 0-based number of the block in the document; the `block` column of its readings. */
  block: number;
  /** The block's own interval, epoch seconds and seconds; undefined when absent. */
  intervalStart: number | undefined;
  intervalDuration: number | undefined;
  /** How many readings it held. */
  readings: number;
}

/**
 * A batch of interval readings in document order, at most `capacity` rows, of one or many blocks.
 * The arrays are reused after the sink's promise resolves: copy what you keep.
 */
export interface ReadingColumns {
  count: number;
  /** {@link FeedBlock.block} of each row. */
  block: Int32Array;
  /** Epoch seconds UTC; decimals are cut, milliseconds divided (a problem says so once). Meaningless where `implicitTime` is 1. */
  start: BigInt64Array;
  /** Seconds. */
  duration: Uint32Array;
  /** 1 where the reading had no timePeriod: its time follows from its position in the block and the ReadingType. */
  implicitTime: Uint8Array;
  /**
   * 0-based position of the reading within its block, where it has no time or the block had its time already; else 0. It orders
   * readings of one block and start.
   */
  ordinal: Int32Array;
  /** Raw `value`; `hasValue` 0 means the element was absent or unreadable. */
  value: BigInt64Array;
  hasValue: Uint8Array;
  /**
   * The raw number is `value x 10^valueScale`: 0 for the integers that the schema wants, -2 for a custodian's "12.34"
   * (then `value` is 1234). Where {@link ReadingColumns.scaled} is false, all of both scale columns are 0.
   */
  valueScale: Int8Array;
  /** Raw `cost`; `hasCost` and `costScale` likewise. */
  cost: BigInt64Array;
  hasCost: Uint8Array;
  costScale: Int8Array;
  /** Some row of this batch has a `valueScale` or `costScale` other than 0. */
  scaled: boolean;
  /** The decisive QualityOfReading code of the reading's own list, -1 where it has none. */
  quality: Int16Array;
  /** -32768 where absent. */
  tou: Int16Array;
  tier: Int16Array;
  cpp: Int16Array;
}

/** Something that was wrong or unusual. It never stops the rest of the feed. */
export interface FeedProblem {
  /** Stable, snake_case. */
  code: string;
  severity: 'error' | 'warning' | 'info';
  message: string;
  /** 1-based; undefined where it has no place. */
  line: number | undefined;
  column: number | undefined;
  /** The entry it is about. */
  entry: number | undefined;
  /** The entry's raw text where it could not be decoded (capped by the reader). */
  raw: string | undefined;
}

/**
 * Takes what the reader finds. Entities and blocks come in document order, at the end of their entry; all readings of
 * a block have been passed on, in one or several batches, before its `block` is called.
 */
export interface FeedSink {
  entity(entity: FeedEntity): Promise<void> | void;
  readings(columns: ReadingColumns): Promise<void> | void;
  block(block: FeedBlock): Promise<void> | void;
  problem(problem: FeedProblem): void;
}

/** What was in the document, by the reader's own count. */
export interface FeedSummary {
  /** Bytes read. */
  bytes: number;
  entries: number;
  payloads: Partial<Record<EntityKind, number>>;
  blocks: number;
  readings: number;
  /** Sums of the raw elements, exact, as decimal strings; "0" when there are none. */
  sumValue: string;
  sumCost: string;
  /** Earliest and latest `start` of a reading, epoch seconds; undefined when no reading has one. */
  firstStart: number | undefined;
  lastStart: number | undefined;
  /** The document ended before its root element did: what came before the cut was passed on. */
  truncated: boolean;
  /** Its XML is broken in places, or an entry has no resource in it: what could be read was passed on, and there may be more. */
  damaged: boolean;
  /** The encoding that the bytes were converted from; then `span` counts bytes of the UTF-8 text (see `utf8Source`). */
  convertedFrom: string | undefined;
}
