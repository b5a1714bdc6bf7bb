/**
 * The bodies of HTTP answers, kept so that every reading leads back to its raw XML: one file a session, made of
 * independent members of at most 1 MB each, with the index in `spool_members`. Members are Brotli streams; those of
 * older versions, in files that end in `.gz`, are gzip streams.
 */
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip } from 'node:zlib';
import type { Connection } from './database.ts';

const compress = promisify(brotliCompress);

/** Uncompressed bytes of a member: small enough to find one entry fast, large enough to compress. */
const MEMBER_BYTES = 1024 * 1024;
/** At this quality it takes half the time of the fastest gzip, and the text of feeds gets smaller. */
const COMPRESSION = {
  chunkSize: 128 * 1024,
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 20 },
};
const SUFFIX = '.spool.br';
const GZIP_SUFFIX = '.spool.gz';
const NO_BYTES = Buffer.alloc(0);

export interface SpoolMember {
  bodyStart: number;
  bodyEnd: number;
  fileStart: number;
  fileEnd: number;
}

/** Writes one body. Compression runs beside the reader, in threads of its own. */
export class SpoolWriter {
  readonly name: string;
  readonly members: SpoolMember[] = [];
  readonly #path: string;
  readonly #stream: WriteStream;
  /** What is not compressed yet, and buffers that may be filled again. */
  #part = NO_BYTES;
  #partBytes = 0;
  readonly #spare: Buffer<ArrayBuffer>[] = [];
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

  /** Copies bytes; waits while the member before is still being written. */
  async write(bytes: Uint8Array): Promise<void> {
    let written: Promise<void> | undefined;
    // Without a wait in between: several writes may be under way, and their bytes must stay in their order.
    for (let from = 0; from < bytes.byteLength; ) {
      if (this.#part.byteLength === 0) this.#part = this.#spare.pop() ?? Buffer.allocUnsafeSlow(MEMBER_BYTES);
      const some = bytes.subarray(from, from + MEMBER_BYTES - this.#partBytes);
      this.#part.set(some, this.#partBytes);
      this.#partBytes += some.byteLength;
      from += some.byteLength;
      if (this.#partBytes === MEMBER_BYTES) written = this.#cut();
    }
    await written;
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

  /** Begins the next member; resolves when those before it are written. */
  async #cut(): Promise<void> {
    const body = this.#part;
    const length = this.#partBytes;
    this.#part = NO_BYTES;
    this.#partBytes = 0;
    const before = this.#writing;
    this.#writing = before.then(() => this.#member(body, length));
    this.#writing.catch((error: unknown) => {
      this.#failure ??= error;
    });
    await before;
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #member(body: Buffer<ArrayBuffer>, length: number): Promise<void> {
    const packed = await compress(body.subarray(0, length), COMPRESSION);
    this.#spare.push(body);
    this.members.push({
      bodyStart: this.#bodyEnd,
      bodyEnd: this.#bodyEnd + length,
      fileStart: this.#fileEnd,
      fileEnd: this.#fileEnd + packed.byteLength,
    });
    this.#bodyEnd += length;
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
  const unpack = promisify(file.endsWith(GZIP_SUFFIX) ? gunzip : brotliDecompress);
  const handle = await open(file, 'r');
  try {
    const parts: Buffer[] = [];
    for (const member of members) {
      const packed = Buffer.alloc(member.fileEnd - member.fileStart);
      await handle.read(packed, 0, packed.byteLength, member.fileStart);
      const body = await unpack(packed);
      parts.push(body.subarray(Math.max(0, start - member.bodyStart), Math.max(0, end - member.bodyStart)));
    }
    return Buffer.concat(parts);
  } finally {
    await handle.close();
  }
}

/** Removes spools that no committed source names: what a killed process left behind. */
export async function removeOrphanSpools(folder: string, connection: Connection): Promise<void> {
  const found = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX) || name.endsWith(GZIP_SUFFIX));
  if (found.length === 0) return;
  const rows = await connection.rows('SELECT spool FROM sources WHERE spool IS NOT NULL');
  const known = new Set(rows.map((row) => row.spool));
  for (const name of found) if (!known.has(name)) await rm(path.join(folder, name), { force: true });
}
