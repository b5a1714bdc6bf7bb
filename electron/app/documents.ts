/** Documents that can be checked or rewritten: where each can be read. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentRef } from '#shared/contract/conformance.ts';
import { AppError } from '#shared/errors.ts';
import { fileDocument, type TaskDocument } from '../checker/index.ts';
import type { EngineClient } from '../engine/index.ts';
import type { Host } from '../host/index.ts';
import type { HandedOut } from './handed-out.ts';

/** Answers of the resource browser that are kept for a check, and the bytes of all of them. */
const MAX_ANSWERS = 8;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** A document that can be read now. */
export interface LocatedDocument {
  /** Of the file, or the address of the answer. */
  name: string;
  bytes: number;
  document: TaskDocument;
  /** Another one when the file has changed. */
  version: string;
}

interface Answer {
  name: string;
  bytes: Uint8Array;
}

/** A body that is kept in pieces, as one file: what customers' answers say can be read in it. */
interface Copy {
  workspace: string;
  /** For it alone. */
  folder: string;
  located: Promise<{ label: string; path: string }>;
}

interface Parts {
  engine: Pick<EngineClient, 'call'>;
  host: Pick<Host, 'paths'>;
  handedOut: Pick<HandedOut, 'require'>;
}

export class Documents {
  readonly #parts: Parts;
  readonly #answers = new Map<string, Answer>();
  /** By workspace and source, from the moment that they are asked for. What is left of them goes with the uploads at the next start. */
  readonly #copies = new Map<string, Copy>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Keeps an answer in memory until the program ends, or newer ones take its place. @returns its id */
  keepAnswer(name: string, bytes: Uint8Array): string | undefined {
    if (bytes.byteLength > MAX_ANSWER_BYTES) return undefined;
    const id = randomUUID();
    this.#answers.set(id, { name, bytes });
    let sum = [...this.#answers.values()].reduce((total, answer) => total + answer.bytes.byteLength, 0);
    for (const [oldest, answer] of this.#answers) {
      if (this.#answers.size <= MAX_ANSWERS && sum <= MAX_ANSWER_BYTES) break;
      this.#answers.delete(oldest);
      sum -= answer.bytes.byteLength;
    }
    return id;
  }

  /** @throws AppError `answer_gone`, `not_handed_out`, `document_unknown`, `raw_file_changed`, `file_unreadable` */
  async locate(workspace: string, ref: DocumentRef): Promise<LocatedDocument> {
    if ('answer' in ref) return this.#answer(ref.answer);
    if ('handle' in ref) return await fileAt(this.#parts.handedOut.require(ref.handle));
    const { label, path: file } = await this.#stored(workspace, ref.source);
    return { ...(await fileAt(file)), name: label };
  }

  /** Deletes what was copied of a workspace's kept bodies. */
  async forget(workspace: string): Promise<void> {
    for (const [key, copy] of [...this.#copies]) {
      if (copy.workspace !== workspace) continue;
      // One that is still being written would be there again.
      await copy.located.catch(() => undefined);
      await this.#remove(key, copy);
    }
  }

  #answer(id: string): LocatedDocument {
    const answer = this.#answers.get(id);
    if (answer) {
      const { name, bytes } = answer;
      return { name, bytes: bytes.byteLength, document: { bytes }, version: id };
    }
    throw new AppError({
      code: 'answer_gone',
      message: 'This answer is not kept any more: only the newest are, and only until the program ends.',
      action: 'Ask for it again under Resources.',
    });
  }

  async #stored(workspace: string, source: string): Promise<{ label: string; path: string }> {
    const { engine, host } = this.#parts;
    const { uploads } = host.paths;
    const key = JSON.stringify([workspace, source]);
    const kept = this.#copies.get(key);
    // The data folder may have moved since, and the old one be gone.
    if (kept && path.dirname(kept.folder) === uploads && existsSync(kept.folder)) return await kept.located;
    const folder = path.join(uploads, randomUUID());
    // At once: whoever asks for the same meanwhile looks whether it is there.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const copyTo = path.join(folder, 'document.xml');
    const located = engine.call('documents.locate', { workspace, source, copyTo });
    const copy = { workspace, folder, located };
    this.#copies.set(key, copy);
    const isCopied = await located.then(
      (found) => found.path === copyTo,
      () => false,
    );
    // A file that was opened may change: it is looked for each time.
    if (!isCopied) await this.#remove(key, copy);
    return await located;
  }

  async #remove(key: string, { folder }: Copy): Promise<void> {
    if (this.#copies.get(key)?.folder === folder) this.#copies.delete(key);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function fileAt(file: string): Promise<LocatedDocument> {
  const document = await fileDocument(file);
  const { size, modified } = document;
  return {
    name: path.basename(file),
    bytes: size,
    document,
    version: `${file} ${size} ${modified}`,
  };
}
