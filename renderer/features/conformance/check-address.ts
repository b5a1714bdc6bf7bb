/** What the address of the pre-check keeps: the document, what is asked of it, and what is looked at. */
import type { DocumentRef } from '#shared/contract/conformance.ts';

/** Which tests are listed. */
export const SHOWS = ['failing', 'warnings', 'all'] as const;
export type Show = (typeof SHOWS)[number];

/** What is checked beside documents. */
const TABS = ['service', 'client'] as const;

export interface CheckSearch {
  /** Documents where it is absent. */
  tab?: (typeof TABS)[number];
  /** The document, by one of these: of the workspace's store, a file handed over, an answer of the resource browser. */
  source?: string;
  handle?: string;
  answer?: string;
  /** Uid: without a document, only answers for this authorization are listed. */
  authorization?: string;
  profile?: string;
  /** Ids separated by commas; those that are claimed or inferred where it is absent. */
  blocks?: string;
  /** Failures where it is absent. */
  show?: Show;
  /** Block whose tests are listed; all of them where it is absent. */
  block?: string;
  /** Key of the test that is looked at, and the number of its failure. */
  test?: string;
  at?: number;
}

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseCheckSearch(search: Record<string, unknown>): CheckSearch {
  const words = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const parsed: CheckSearch = {};
  const tab = TABS.find((one) => one === search.tab);
  const document = (['source', 'handle', 'answer'] as const).find((name) => words(search[name]) !== '');
  const authorization = words(search.authorization);
  if (tab) parsed.tab = tab;
  else if (document) parsed[document] = words(search[document]);
  else return authorization ? { authorization } : {};
  const profile = words(search.profile);
  if (/^[dc]md-\d\.\d$/.test(profile)) parsed.profile = profile;
  const blocks = words(search.blocks)
    .split(',')
    .filter((id) => /^FB_\d\d$/.test(id));
  if (blocks.length > 0) parsed.blocks = blocks.join(',');
  const show = SHOWS.find((one) => one === search.show);
  if (show && show !== 'failing') parsed.show = show;
  if (/^FB_\d\d$/.test(words(search.block))) parsed.block = words(search.block);
  const test = words(search.test);
  if (test) parsed.test = test;
  const at = Number(search.at);
  if (test && Number.isInteger(at) && at > 0) parsed.at = at;
  return parsed;
}

/** The document that an address names. */
export function documentOf({ source, handle, answer }: CheckSearch): DocumentRef | undefined {
  if (source !== undefined) return { source };
  if (handle !== undefined) return { handle };
  return answer === undefined ? undefined : { answer };
}

/** The input of the calls about what an address shows. */
export function checkInput(workspace: string, document: DocumentRef, { profile, blocks }: CheckSearch) {
  return {
    workspace,
    document,
    ...(profile === undefined ? {} : { profile }),
    ...(blocks === undefined ? {} : { blocks: blocks.split(',') }),
  };
}
