import { closeSync, openSync, writeSync } from 'node:fs';
import { type GeneratedFeed, generateFeed } from './feed-generator.ts';

/** Writes a feed of about `bytes` bytes; what is in it. */
export function writeFeed(file: string, bytes: number): GeneratedFeed {
  const made: GeneratedFeed = { readings: 0, sumValue: 0 };
  const handle = openSync(file, 'w');
  for (const piece of generateFeed(bytes, made)) writeSync(handle, piece);
  closeSync(handle);
  return made;
}
