const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Everything that is not a Char of XML 1.0 (section 2.2); with the u flag lone surrogates count as such. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * Escapes a text for XML and HTML, in elements and in attributes with double quotes.
 * @param instead stands for characters that XML 1.0 forbids
 */
export function escapeXml(text: string, instead = ''): string {
  return text.replace(FORBIDDEN, instead).replace(/[&<>"]/g, (found) => SPECIAL[found] ?? found);
}
