/**
 * The bodies of HTTP answers, kept so that every reading leads back to its raw XML: one file a session, made of
 * independent gzip members of about 1 MB each, with the index in `spool_members`.
 */
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import type { Connection } from './database.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Uncompressed bytes of a member: small enough to find one entry fast, large enough to compress. */
const MEMBER_BYTES = 1024 * 1024;
const SUFFIX = '.spool.gz';

export interface SpoolMember {
  bodyStart: number;
  bodyEnd: number;
  fileStart: number;
  fileEnd: number;
}

/** Writes one body. Compression runs beside the reader, in zlib's own threads. */
export class SpoolWriter {
  readonly name: string;
  readonly members: SpoolMember[] = [];
  readonly #path: string;
  readonly #stream: WriteStream;
  #parts: Uint8Array[] = [];
  #partBytes = 0;
  #bodyEnd = 0;
  #fileEnd = 0;
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(folder: string, name: string) {
    this.name = name + SUFFIX;
    this.#path = path.join(folder, this.name);
    this.#stream = createWriteStream(this.#path, { flush: true, mode: 0o600 });
    this.#stream.on('error', (error) => {
      this.#failure ??= error;
    });
  }

  /** Takes bytes; waits while the member before is still being written. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#parts.push(bytes);
    this.#partBytes += bytes.byteLength;
    if (this.#partBytes >= MEMBER_BYTES) await this.#cut();
  }

  /** Writes the rest and makes it durable. Rejects when the disk refused. */
  async finish(): Promise<void> {
    if (this.#partBytes > 0) await this.#cut();
    await this.#writing;
    this.#stream.end();
    if (!this.#stream.closed && this.#failure === undefined) await once(this.#stream, 'close').catch(() => undefined);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Drops the file. */
  async remove(): Promise<void> {
    await this.#writing.catch(() => undefined);
    this.#stream.destroy();
    await rm(this.#path, { force: true });
  }

  async #cut(): Promise<void> {
    const body = Buffer.concat(this.#parts, this.#partBytes);
    this.#parts = [];
    this.#partBytes = 0;
    // Chained at once, not after the wait: several writes may be under way, and members must stay in their order.
    const before = this.#writing;
    this.#writing = before.then(() => this.#member(body));
    this.#writing.catch((error: unknown) => {
      this.#failure ??= error;
    });
    await before;
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #member(body: Buffer): Promise<void> {
    const packed = await compress(body, { level: constants.Z_BEST_SPEED });
    this.members.push({
      bodyStart: this.#bodyEnd,
      bodyEnd: this.#bodyEnd + body.byteLength,
      fileStart: this.#fileEnd,
      fileEnd: this.#fileEnd + packed.byteLength,
    });
    this.#bodyEnd += body.byteLength;
    this.#fileEnd += packed.byteLength;
    // A stream that failed emits nothing any more: its 'drain' would never come.
    if (this.#failure !== undefined) throw this.#failure;
    if (!this.#stream.write(packed)) await once(this.#stream, 'drain');
  }
}

/** Bytes [start, end) of a spooled body; `members` are those that cover it, in order. */
export async function readSpool(
  file: string,
  members: readonly SpoolMember[],
  start: number,
  end: number,
): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const parts: Buffer[] = [];
    for (const member of members) {
      const packed = Buffer.alloc(member.fileEnd - member.fileStart);
      await handle.read(packed, 0, packed.byteLength, member.fileStart);
      const body = await decompress(packed);
      parts.push(body.subarray(Math.max(0, start - member.bodyStart), Math.max(0, end - member.bodyStart)));
    }
    return Buffer.concat(parts);
  } finally {
    await handle.close();
  }
}

/** Removes spools that no committed source names: what a killed process left behind. */
export async function removeOrphanSpools(folder: string, connection: Connection): Promise<void> {
  const found = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX));
  if (found.length === 0) return;
  const rows = await connection.rows('SELECT spool FROM sources WHERE spool IS NOT NULL');
  const known = new Set(rows.map((row) => row.spool));
  for (const name of found) if (!known.has(name)) await rm(path.join(folder, name), { force: true });
}
