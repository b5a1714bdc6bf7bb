/** The last part of a file's address, as people name it. */
export function fileName(href: string): string {
  const last =
    href
      .replace(/[?#].*$/, '')
      .split('/')
      .findLast((part) => part !== '') ?? href;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
