/** The pre-check of a document by the public test book, and a copy of it without names. Never a certification. */
import { z } from 'zod';
import { DOCUMENT_COLUMNS, DOCUMENT_FILTERS } from '../list-columns.ts';
import {
  choices,
  core,
  epochMillis,
  errorValue,
  FEED_AREAS,
  inWorkspace,
  narrowing,
  nothing,
  page,
  pageOf,
  shownZone,
  store,
} from './define.ts';

/** What is checked: a document of the workspace's store, a file that was handed over, or an answer of the resource browser. */
const documentRef = z.union([
  z.strictObject({ source: z.string().min(1).max(200) }),
  z.strictObject({ handle: z.string().min(1).max(200) }),
  z.strictObject({ answer: z.string().min(1).max(200) }),
]);
export type DocumentRef = z.infer<typeof documentRef>;

const ofDocument = inWorkspace.extend({ document: documentRef });

/** What is asked of it beside what it claims itself. */
const checkInput = ofDocument.extend({
  /** Id of a profile, such as `dmd-3.3`. */
  profile: z.string().max(20).optional(),
  /** Function blocks in the place of those that are claimed or inferred. */
  blocks: z
    .array(z.string().regex(/^FB_\d\d$/))
    .max(100)
    .optional(),
});

const blockVerdict = z.enum(['pass', 'fail', 'not_applicable', 'not_checkable']);
export type BlockVerdict = z.infer<typeof blockVerdict>;

export const checkedBlock = z.object({
  id: z.string(),
  name: z.string(),
  claimed: z.boolean(),
  implied: z.boolean(),
  /** Its failures count. */
  asked: z.boolean(),
  verdict: blockVerdict,
});
export type CheckedBlock = z.infer<typeof checkedBlock>;

export const checkedTest = z.object({
  /** Unique: the id; of rows that are not checked also their block and a number. */
  key: z.string(),
  id: z.string(),
  block: z.string(),
  verdict: blockVerdict,
  severity: z.enum(['fail', 'warning', 'hint']),
  requirement: z.string(),
  /** What to do about a failure; of what is not checkable here, who can check it. */
  cure: z.string(),
  /** What is wrong with the test as the book writes it. */
  flaw: z.string().optional(),
  /** The verdict by the book as it is written, where that is another one. */
  asWritten: z.enum(['pass', 'fail']).optional(),
  /** How often it looked, how often it failed, and the first of these. */
  contexts: z.number(),
  failed: z.number(),
  failures: z.array(
    z.object({
      /** 1-based among the entries of the feed; 0 for the feed. */
      entry: z.number(),
      /** 1-based. */
      line: z.number(),
      /** What is wrong there, where that is more than the requirement. */
      message: z.string().optional(),
    }),
  ),
});
export type CheckedTest = z.infer<typeof checkedTest>;

export const checkNote = z.object({
  severity: z.enum(['fail', 'warning', 'hint', 'note']),
  test: z.string().nullable(),
  entry: z.number(),
  line: z.number(),
  message: z.string(),
});

const preCheck = z.object({
  /** Of the file, or the address of the answer. */
  name: z.string(),
  bytes: z.number(),
  checkedAt: epochMillis,
  /** Another one when the document has changed. */
  version: z.string(),
  /** Why it cannot be judged; then there is nothing else. */
  error: errorValue.optional(),
  /** Why these blocks: the user chose them, the document claims them, or its content is of them. A profile adds its own to these. */
  basis: z.enum(['chosen', 'claimed', 'inferred', 'nothing']),
  blocks: z.array(checkedBlock),
  tests: z.array(checkedTest),
  notes: z.array(checkNote),
});
export type PreCheck = z.infer<typeof preCheck>;

const storedDocument = z.object({
  source: z.string(),
  kind: z.enum(['request', 'file']),
  /** File name, or the address that was asked for. */
  label: z.string(),
  at: epochMillis,
  bytes: z.number(),
  /** How many of each resource are in it, such as UsagePoint. */
  holds: z.record(z.string(), z.number()),
});
export type StoredDocument = z.infer<typeof storedDocument>;

export const conformanceCalls = {
  /** Documents that are kept: opened files, and answers of the service; the newest first, where no other order is asked for. */
  'documents.list': store(['files', ...FEED_AREAS]).query(
    /** `authorization`: its uid. */
    inWorkspace.extend({
      authorization: z.string().max(200).optional(),
      ...narrowing(DOCUMENT_COLUMNS, DOCUMENT_FILTERS).shape,
      ...page.shape,
      zone: shownZone,
    }),
    pageOf(storedDocument),
  ),
  'documents.choices': store(['files', ...FEED_AREAS]).query(
    inWorkspace.extend({ authorization: z.string().max(200).optional() }),
    choices,
  ),
  /** Asks for files with a native dialog; an empty list when the user changed their mind. */
  'documents.choose': core([]).command(nothing, z.array(z.object({ handle: z.string() }))),
  /** What can be asked for: profiles with the blocks that are a must, and function blocks that a document can show. */
  'conformance.choices': core([]).query(
    nothing,
    z.object({
      profiles: z.array(z.object({ id: z.string(), name: z.string(), must: z.array(z.string()) })),
      blocks: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  /** Judges a document, in a process of its own; `conformance.progress` tells how far it is. */
  'conformance.check': core([]).query(checkInput, preCheck),
  /** Ends checks and copies of the document that are under way; they then reject with `cancelled`, and no copy is left. */
  'conformance.cancel': core([]).command(ofDocument, nothing),
  /** The XML around a failure that was found in a version of the document; error `document_changed` where it is another one now. */
  'conformance.excerpt': core([]).query(
    checkInput.extend({
      version: z.string().max(100),
      test: z.string().max(20),
      failure: z.number().int().min(0).max(1000),
    }),
    z.object({
      xml: z.string(),
      /** Its first line in the document, 1-based. */
      line: z.number(),
      /** It is longer than what is shown of it. */
      cut: z.boolean(),
      /** Numbers (from 0, among the start tags of `xml`) of those that the test is about. */
      marks: z.array(z.number()),
    }),
  ),
  /** The result to give to others; `markdown` for a ticket holds nothing of the document's content. */
  'conformance.report': core([]).query(
    checkInput.extend({ version: z.string().max(100), format: z.enum(['html', 'json', 'junit', 'markdown']) }),
    z.string(),
  ),
  /**
   * Writes a copy without names, addresses, free text and identifiers where the user chooses (or below the data folder, where
   * the host has no dialog), and checks both. Answers nothing when the user changed their mind.
   */
  'documents.anonymise': core([]).command(
    ofDocument.extend({
      /** Moves readings and amounts by up to so many percent. */
      jitter: z.number().min(0).max(50).default(0),
      /** Files made with the same secret fit each other; a random one otherwise, which is forgotten. */
      secret: z.string().min(16).max(1000).optional(),
    }),
    z
      .object({
        path: z.string(),
        /** How many tests were compared, and those that come to another verdict for the copy. */
        tests: z.number(),
        differing: z.array(z.string()),
      })
      .optional(),
  ),
};

export const conformanceTopics = {
  'conformance.progress': z.object({
    workspace: z.string(),
    document: documentRef,
    /** `writing` the anonymised copy, `comparing`: checking it. */
    doing: z.enum(['checking', 'writing', 'comparing']),
    /** Read so far, and in all. */
    bytes: z.number(),
    total: z.number(),
  }),
};
