/** Text in Markdown: names of elements and files stay as they are, and make no markup. */
export function plain(text: string): string {
  return text
    .replace(/[\\`*_[\]|]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ');
}
