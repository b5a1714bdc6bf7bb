/** Text in Markdown: names of elements and files stay as they are, and make no markup. */
export function plain(text: string): string {
  return text
    .replace(/[\\`*_[\]|]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ');
}

/** The same without what a value is: that belongs to the content, and a ticket goes to others. */
export function withoutValues(message: string): string {
  return message.replace(/, but is "(?:.*"\.|.*$)/s, '.');
}
