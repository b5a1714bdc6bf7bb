/**
 * The one log: JSON lines in the log folder, redacted in this one place, and bounded: when the file passes its limit it
 * becomes `meterscope.1.log` and a fresh one begins.
 */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DataPaths } from '../host/index.ts';
import { redactText } from '../http/redact.ts';

const LIMIT_BYTES = 5 * 1024 * 1024;

export interface Log {
  info(what: string, facts?: Record<string, unknown>): void;
  warn(what: string, facts?: Record<string, unknown>): void;
  /** `error` keeps its stack and its causes. */
  error(what: string, error: unknown, facts?: Record<string, unknown>): void;
}

/** @param paths `logs` is made when it is missing; a log that cannot be written never stops the program */
export function createLog(paths: Pick<DataPaths, 'logs'>): Log {
  let folder = '';
  let file = '';
  let size = 0;

  /** The data folder may have moved since the line before. */
  function follow(): void {
    if (folder === paths.logs) return;
    folder = paths.logs;
    file = path.join(folder, 'meterscope.log');
    size = 0;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      size = statSync(file).size;
    } catch {
      // No file yet: it starts at 0.
    }
  }

  function write(level: string, what: string, facts: Record<string, unknown>): void {
    const line = `${redactText(JSON.stringify({ at: new Date().toISOString(), level, what, ...facts }))}\n`;
    follow();
    try {
      if (size > LIMIT_BYTES) {
        renameSync(file, path.join(folder, 'meterscope.1.log'));
        size = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      size += Buffer.byteLength(line);
    } catch {
      // A full disk must not take the program down with it.
    }
  }

  return {
    info: (what, facts = {}) => write('info', what, facts),
    warn: (what, facts = {}) => write('warn', what, facts),
    error: (what, error, facts = {}) => write('error', what, { ...facts, error: errorFacts(error) }),
  };
}

function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    message: error.message,
    stack: error.stack,
    cause: error.cause === undefined ? undefined : errorFacts(error.cause),
  };
}
