/** A text without its percent encoding. A stray `%` is part of somebody's id or password: then the text stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
