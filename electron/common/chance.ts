/** The most chance that a text of this length and alphabet can hold, in bits. */
export function bitsOf(text: string): number {
  const alphabet =
    (/\d/.test(text) ? 10 : 0) +
    (/[a-z]/.test(text) ? (/[g-z]/.test(text) ? 26 : 6) : 0) +
    (/[A-Z]/.test(text) ? (/[G-Z]/.test(text) ? 26 : 6) : 0);
  const signs = text.replaceAll(/[^0-9A-Za-z]/g, '').length;
  return alphabet === 0 ? 0 : Math.floor(signs * Math.log2(alphabet));
}
