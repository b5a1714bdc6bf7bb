/** The local name of the root element; undefined for what is no XML. `xml` may be the beginning of a document. */
export function rootName(xml: string): string | undefined {
  const text = xml.replace(/^\uFEFF/, '').replace(/<!--.*?-->/gs, '');
  return /^\s*(?:<\?[^>]*\?>\s*)*<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)/.exec(text)?.[1];
}
