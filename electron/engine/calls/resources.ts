/** Reading an answer that is looked at and not kept. */
import type { ResourceAnswer, ResourceEntity } from '#shared/contract/resources.ts';

export type ResourceCalls = {
  /**
   * Reads a feed or entry in memory; the first `limit` payloads come back. Secrets are masked by the reader.
   * Rejects as the reader does (`feed_empty`, `feed_not_xml`, `feed_not_atom`, `feed_doctype`).
   */
  'resources.parse': {
    input: { bytes: Uint8Array; limit: number };
    output: { entities: ResourceEntity[]; entityCount: number; problems: ResourceAnswer['problems'] };
  };
};
