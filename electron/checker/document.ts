import { type ByteSource, bytesSource, FileBytes } from '../engine/reader/index.ts';

/** A file on disk. */
export type FileDocument = Pick<FileBytes, 'path' | 'size' | 'modified'>;
/** A document that a checker can be given: a file, or its bytes. */
export type TaskDocument = FileDocument | { bytes: Uint8Array };

/** @throws AppError `file_unreadable` */
export async function fileDocument(file: string): Promise<FileDocument> {
  const { path, size, modified } = await FileBytes.of(file);
  return { path, size, modified };
}

/** Its bytes, from the start. */
export function sourceOf(document: TaskDocument): ByteSource {
  return 'bytes' in document ? bytesSource(document.bytes) : new FileBytes(document);
}
