import { z } from 'zod';
import { confirmed, core, epochMillis, errorValue, inWorkspace, nothing, page, store } from './define.ts';
import { SCENARIO_FILE_CHARS, scenarioFile, scenarioFilePreview } from './scenario-files.ts';

/**
 * `differs`: it went as it must, but the service says so in other words; `unjudged`: the service does not say what is needed
 * to judge; `superseded`: another authorization shares the meter, so what happened to it proves nothing.
 */
const checkState = z.enum(['pass', 'differs', 'fail', 'waiting', 'unjudged', 'superseded']);

const scenarioView = z.object({
  name: z.string(),
  simulates: z.string(),
  group: z.string(),
  /** What to type as user name in an authorization form to get the same; undefined while the service's prefix is not set. */
  userName: z.string().optional(),
  expected: z.object({
    authorization: z.string(),
    meters: z.string(),
    meter: z.string(),
    bills: z.string(),
    intervals: z.string(),
    /** In order; ` or ` joins alternatives. */
    authorizationEvents: z.array(z.string()),
    meterEvents: z.array(z.string()),
    /** Of every meter that is collected, at any time. */
    dataEvents: z.array(z.string()),
    mayCome: z.array(z.string()),
    forbidden: z.array(z.string()),
    /** What notes must tell, and of what; empty where nothing goes wrong. */
    reason: z.string(),
  }),
});
export type ScenarioView = z.infer<typeof scenarioView>;

/** One expectation held against what was seen. */
const checkView = z.object({ id: z.string(), state: checkState, expected: z.string(), observed: z.string() });
export type CheckView = z.infer<typeof checkView>;

/** One thing that happened in a run, with the raw object that shows it. */
const runStep = z.object({
  /** When this program saw it. */
  seenAt: epochMillis,
  /** When the service says that it happened, ISO 8601 as sent; undefined where the service said nothing. */
  ts: z.string().optional(),
  kind: z.enum(['fired', 'referral', 'authorization', 'meter', 'note', 'event', 'collection', 'verdict', 'problem']),
  text: z.string(),
  /** Authorization or meter that it is about. */
  object: z.string().optional(),
  raw: z.unknown().optional(),
});
export type RunStep = z.infer<typeof runStep>;

/**
 * `firing`: the submission is on its way; `following`: its outcome is watched; `unknown`: nobody knows whether the service
 * acted on it, so it is never sent again by itself; `refused`: the service said no. `differs`: passed, but the reason differs;
 * `unjudged`: it could not be judged, and can be followed again; `superseded`: another authorization took its meters.
 */
const runState = z.enum([
  'queued',
  'firing',
  'following',
  'pass',
  'differs',
  'fail',
  'unjudged',
  'superseded',
  'unknown',
  'refused',
  'cancelled',
]);

const runView = z.object({
  id: z.string(),
  workspace: z.string(),
  batch: z.string().optional(),
  scenario: z.string(),
  utility: z.string(),
  form: z.string(),
  state: runState,
  createdAt: epochMillis,
  firedAt: epochMillis.optional(),
  finishedAt: epochMillis.optional(),
  referral: z.string().optional(),
  authorization: z.string().optional(),
  meters: z.array(z.string()),
  /** What failed, or what is waited for and since when. */
  reason: z.string().optional(),
  /** How long the wait that is going on usually takes, in words. */
  normally: z.string().optional(),
  /** When what has not come counts as missing. */
  patientUntil: epochMillis.optional(),
  /** The run of the same meters that this one waits for in the queue, or that superseded it. */
  otherRun: z.string().optional(),
  checks: z.array(checkView),
  steps: z.array(runStep),
  note: z.string().optional(),
  repeats: z.string().optional(),
  /** The scenario file that it came from, as it was read. */
  file: scenarioFile.optional(),
  error: errorValue.optional(),
});
export type RunView = z.infer<typeof runView>;

/** A run as lists show it; `name`: by its scenario file, else by its scenario. */
const runLine = runView.omit({ checks: true, steps: true, file: true }).extend({ name: z.string() });
export type RunLine = z.infer<typeof runLine>;

/** A test authorization of the service that a submission of unknown outcome may have made. */
const candidate = z.object({
  authorization: z.string(),
  /** As sent; the service's own clock. */
  created: z.string().optional(),
  utility: z.string().optional(),
  status: z.string().optional(),
  /** The run that is known to have made it. */
  run: z.string().optional(),
});
export type Candidate = z.infer<typeof candidate>;

/** The verdict of a day: of its newest run that was judged, else of its newest run. */
const gridCell = z.object({
  /** Index into the days. */
  day: z.number(),
  run: z.string(),
  state: runState,
  /** How many runs of the day ended how, where there were several. */
  counts: z.partialRecord(runState, z.number()).optional(),
});
export type GridCell = z.infer<typeof gridCell>;

/** Runs after each other with the same verdict; those that could not be judged neither belong to it nor end it. */
const streak = z.object({ state: runState, runs: z.number(), since: epochMillis, firstRun: z.string() });
export type Streak = z.infer<typeof streak>;

const gridRow = z.object({
  scenario: z.string(),
  utility: z.string(),
  /** Sorted by day; days without a run have none. */
  cells: z.array(gridCell),
  /** The verdicts of now, and those before them; over all runs that are kept, also before the days that are shown. */
  now: streak.optional(),
  before: streak.optional(),
  /** Newest runs that said nothing about the service. */
  unjudged: z.number(),
  /** How often the verdict changed. */
  changes: z.number(),
});
export type GridRow = z.infer<typeof gridRow>;

const runGrid = z.object({
  /** Local dates with a run, oldest first. */
  days: z.array(z.string()),
  /** Days with a run that are not shown because there are too many. */
  left: z.number(),
  /** Those that fail now first, then by the catalogue. */
  rows: z.array(gridRow),
  /** Runs that are kept, also those before the days that are shown. */
  runs: z.number(),
});
export type RunGrid = z.infer<typeof runGrid>;

export const scenarioCalls = {
  'scenarios.catalogue': core([]).query(
    inWorkspace.extend({ utility: z.string().optional() }),
    z.object({
      scenarios: z.array(scenarioView),
      /** Utilities and forms to choose from; empty where the service would not say. */
      utilities: z.array(z.string()),
      forms: z.array(z.object({ uid: z.string(), title: z.string(), url: z.string().optional() })),
      utility: z.string(),
      form: z.string(),
    }),
  ),
  'runs.list': core([]).query(
    inWorkspace.extend({ batch: z.string().optional(), ...page.shape }),
    z.object({ rows: z.array(runLine), matching: z.number() }),
  ),
  /**
   * Verdicts of all runs that are over, by scenario and day of a zone (IANA name). Runs before `since` (epoch milliseconds)
   * have no days.
   */
  'runs.grid': store([]).query(
    inWorkspace.extend({ zone: z.string().min(1).max(100), since: epochMillis.optional() }),
    runGrid,
  ),
  'runs.get': core([]).query(inWorkspace.extend({ id: z.string() }), runView),
  /**
   * Fires one or many submissions; answers the ids of the runs, in the order asked.
   * Errors `workspace_read_only`, and `confirmation_needed` on a live workspace.
   */
  'runs.start': core([]).command(
    inWorkspace.extend({
      form: z.string().min(1).max(200),
      utilities: z.array(z.string().min(1).max(200)).min(1).max(50),
      scenarios: z.array(z.string().min(1).max(200)).min(1).max(200),
      /** Least time between two submissions. Milliseconds. */
      paceMs: z.number().int().min(0).max(600_000).default(1000),
      repeats: z.string().optional(),
      /** A scenario file, with the one scenario that it submits. */
      file: scenarioFile.optional(),
      confirmed,
    }),
    z.object({ batch: z.string(), runs: z.array(z.string()) }),
  ),
  /** The newest test authorizations of the run's utility at the service: to find out whether a submission acted. */
  'runs.candidates': core([]).query(inWorkspace.extend({ id: z.string() }), z.array(candidate)),
  /** Goes on with a run whose outcome was unknown: this authorization is the one that it made. */
  'runs.adopt': core([]).command(inWorkspace.extend({ id: z.string(), authorization: z.string() }), nothing),
  /** Goes on with a run that could not be judged, or that was stopped; error `not_followable`. */
  'runs.followAgain': core([]).command(inWorkspace.extend({ id: z.string() }), nothing),
  /** Looks once more and judges: what has not come by then counts as missing. */
  'runs.judgeNow': core([]).command(inWorkspace.extend({ id: z.string() }), nothing),
  'runs.cancel': core([]).command(inWorkspace.extend({ id: z.string() }), nothing),
  'runs.annotate': core([]).command(inWorkspace.extend({ id: z.string(), note: z.string().max(10_000) }), nothing),
  /** A run as a scenario file: the one that it came from, or one that does the same. */
  'runs.scenarioFile': core([]).query(inWorkspace.extend({ id: z.string() }), z.string()),
  /** Reads a scenario file and says what it will do; sends nothing. Error `scenario_file_malformed`. */
  'scenarioFiles.read': core([]).query(
    z.object({ name: z.string().min(1).max(1000), text: z.string().max(SCENARIO_FILE_CHARS * 2) }),
    scenarioFilePreview,
  ),
  /** A run as text: Markdown for a ticket. */
  'runs.markdown': core([]).query(inWorkspace.extend({ id: z.string() }), z.string()),
  /** A run as one HTML page to give to others, without what is secret or personal. */
  'runs.html': core([]).query(inWorkspace.extend({ id: z.string() }), z.string()),
  /** Results of a batch: for a CI, or as one HTML page to give to others. */
  'runs.report': core([]).query(
    inWorkspace.extend({ batch: z.string(), format: z.enum(['junit', 'json', 'html']) }),
    z.string(),
  ),
};

export const scenarioTopics = { 'runs.changed': runView };
