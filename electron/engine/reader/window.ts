/**
 * The part of the document that is in memory: bytes of the source, in one growing buffer that is reused.
 *
 * A consumer reads `bytes` from `pos` to `end` and moves `pos`. What is before `pos` is dropped when more bytes
 * arrive, unless `keep` holds an earlier index (an entry whose raw text is still wanted).
 */

const INITIAL = 1 << 20;
const LF = 10;

export class Window {
  bytes: Buffer = Buffer.allocUnsafeSlow(INITIAL);
  view: DataView = viewOf(this.bytes);
  /** Index of the next byte to read. */
  pos = 0;
  /** Index after the last byte that is there. */
  end = 0;
  /** Offset in the document of `bytes[0]`. */
  base = 0;
  /** Set when nothing will follow `end`. */
  eof = false;
  /** Bytes from here on must stay; -1 when only those from `pos` on are wanted. */
  keep = -1;

  /** The 1-based line of `bytes[lineMark]`; the fast path, which knows its newlines, moves both itself. */
  line = 1;
  lineMark = 0;
  /** Index of the first byte of that line (may be negative: it was dropped). */
  lineStart = 0;

  /** Takes a copy of the next bytes of the document. */
  append(chunk: Uint8Array): void {
    if (this.end + chunk.length > this.bytes.length) this.#drop();
    if (this.end + chunk.length > this.bytes.length) this.#grow(this.end + chunk.length);
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
  }

  /** The 1-based line of an index at or after the last one asked for. */
  lineAt(index: number): number {
    const { bytes } = this;
    let lines = 0;
    let mark = this.lineMark;
    for (; mark < index; mark++) {
      if (bytes[mark] === LF) {
        lines++;
        this.lineStart = mark + 1;
      }
    }
    this.line += lines;
    this.lineMark = mark;
    return this.line;
  }

  /** The 1-based column, in bytes, of an index for which {@link lineAt} was just asked. */
  columnAt(index: number): number {
    return Math.max(1, index - this.lineStart + 1);
  }

  #drop(): void {
    const from = this.keep >= 0 ? Math.min(this.keep, this.pos) : this.pos;
    if (from === 0) return;
    if (this.lineMark < from) this.lineAt(from);
    this.bytes.copyWithin(0, from, this.end);
    this.base += from;
    this.pos -= from;
    this.end -= from;
    this.lineMark -= from;
    this.lineStart -= from;
    if (this.keep >= 0) this.keep -= from;
  }

  #grow(size: number): void {
    let length = this.bytes.length;
    while (length < size) length *= 2;
    const bytes = Buffer.allocUnsafeSlow(length);
    this.bytes.copy(bytes, 0, 0, this.end);
    this.bytes = bytes;
    this.view = viewOf(bytes);
  }
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
