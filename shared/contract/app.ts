import { z } from 'zod';
import { core, epochMillis, nothing } from './define.ts';
import { usageCalls } from './usage.ts';

/** What a host can do; the renderer hides or explains what is missing, the host refuses it with `host_cannot`. */
const capabilities = z.object({
  /** A native dialog can choose files. */
  openDialog: z.boolean(),
  /** A native dialog can choose where to save. */
  saveDialog: z.boolean(),
  notifications: z.boolean(),
  /** The main side can read the clipboard, so that a copied token never passes the page. */
  clipboard: z.boolean(),
  /** The window can be printed to a PDF file; elsewhere the browser prints. */
  pdf: z.boolean(),
  /** Files can be put into the system's trash. */
  trash: z.boolean(),
});

const appInfo = z.object({
  host: z.enum(['desktop', 'browser']),
  platform: z.string(),
  version: z.string(),
  versions: z.record(z.string(), z.string()),
  dataFolder: z.string(),
  capabilities,
  /** When the process started, and when the window could be used (undefined until the renderer said so). */
  startedAt: epochMillis,
  usableAt: epochMillis.optional(),
  /** Resident memory of the main side, bytes. */
  memory: z.number(),
});

export const appCalls = {
  'app.info': core([]).query(nothing, appInfo),
  /** The renderer shows its first screen with data; ends the start-up measurement. */
  'app.usable': core([]).command(nothing, nothing),
  /** A meter's chart as it opens without a span of its own: what the next start will probably show first. */
  'app.firstScreen': core([]).command(
    z.object({ workspace: z.string(), usagePoint: z.string(), chart: usageCalls['usage.chart'].input }),
    nothing,
  ),
  /** Opens a link outside; only https and http to loopback are let through. */
  'app.openExternal': core([]).command(z.object({ url: z.url() }), nothing),
  /** What the renderer could not handle; goes to the log, once. */
  'app.reportError': core([]).command(
    z.object({ message: z.string().max(10_000), stack: z.string().max(50_000).optional() }),
    nothing,
  ),
};
