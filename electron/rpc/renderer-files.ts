/** The renderer's built files and the policy they are served with; the same for both hosts. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { KeptAnswer } from '#shared/kept-answers.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.map': 'application/json',
};

/** Only the page's own scripts; styles by nonce; no connections but (in the browser host) to the host itself. */
function contentSecurityPolicy(nonce: string, connect: 'none' | 'self'): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    connect === 'self' ? "connect-src 'self'" : "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** What the page's document carries, and nothing else that is served. */
interface PageContent {
  sessionKey?: string;
  /** Whose formats the system uses; without it the page takes the browser's. */
  systemLocale?: string;
  /** Called when the document is served. */
  keptAnswers?: () => readonly KeptAnswer[];
}

/** A served file with its headers. */
export interface RendererFile {
  status: 200 | 404;
  headers: Record<string, string>;
  body: Uint8Array;
}

/**
 * Looks up a path of the page below `root`. Paths without an extension are addresses of the application and answer
 * index.html; anything outside `root` or unknown answers 404.
 */
export async function rendererFile(
  root: string,
  urlPath: string,
  connect: 'none' | 'self',
  content: PageContent = {},
): Promise<RendererFile> {
  const file = fileBelow(root, urlPath, path);
  const type = file && TYPES[path.extname(file)];
  if (file === undefined || type === undefined) return notFound();
  try {
    const body = await readFile(file);
    return path.relative(root, file) === 'index.html' ? page(body, connect, content) : asset(body, type);
  } catch {
    return notFound();
  }
}

/**
 * The file that a path of a URL names, by the platform's own rules: what is a separator there counts as one, and names of
 * drives and devices lead nowhere.
 * @param rules of the platform; another one's in tests
 * @returns undefined for anything outside of `root`
 */
export function fileBelow(root: string, urlPath: string, rules: Pick<typeof path, 'resolve' | 'extname' | 'sep'>) {
  const decoded = safeDecode(urlPath);
  // A colon would name a drive or a second stream of a file on Windows; no file of the page has one.
  if (decoded === undefined || /[\0:]/.test(decoded)) return undefined;
  const folder = rules.resolve(root);
  const file = rules.resolve(folder, decoded.replace(/^[/\\]+/, ''));
  if (file !== folder && !file.startsWith(folder + rules.sep)) return undefined;
  return rules.extname(file) === '' || file === folder ? rules.resolve(folder, 'index.html') : file;
}

function page(body: Buffer, connect: 'none' | 'self', content: PageContent): RendererFile {
  const nonce = randomBytes(16).toString('base64');
  const values: Record<string, unknown> = {
    CSP_NONCE: nonce,
    SESSION_KEY: content.sessionKey ?? '',
    SYSTEM_LOCALE: content.systemLocale ?? '',
    KEPT_ANSWERS: content.keptAnswers?.() ?? [],
  };
  // Nothing in a value may end the element that it stands in.
  const filled = body
    .toString('utf8')
    .replaceAll(/"__([A-Z_]+)__"/g, (_all, name) => JSON.stringify(values[name]).replaceAll('<', '\\u003c'));
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(nonce, connect),
      'cache-control': 'no-store',
      ...COMMON_HEADERS,
    },
    body: Buffer.from(filled),
  };
}

function asset(body: Buffer, type: string): RendererFile {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache', ...COMMON_HEADERS }, body };
}

function notFound(): RendererFile {
  return {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...COMMON_HEADERS },
    body: Buffer.from('There is nothing at this address.\n'),
  };
}

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

function safeDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
