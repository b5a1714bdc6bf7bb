/** What the browser's tab shows when it came back. It never repeats anything of the address. */
import { escapeXml } from '#shared/escape-xml.ts';

export interface PageText {
  status: 200 | 400 | 410;
  title: string;
  message: string;
}

/** A page without scripts, links and outside resources; it may not be framed or cached. */
export function resultPage(text: PageText): { status: number; headers: Record<string, string>; body: string } {
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(text.title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:15vh auto 0;max-width:32rem;padding:0 1.5rem;color:#1f2933;background:#fff}
h1{font-size:1.4rem}@media(prefers-color-scheme:dark){body{color:#e4e7eb;background:#14171c}}</style></head>
<body><main><h1>${escapeXml(text.title)}</h1><p>${escapeXml(text.message)}</p></main></body>
</html>
`;
  return {
    status: text.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    },
    body,
  };
}
