/** True for a text, by its type; where there is none, a body without NUL among its first bytes is taken for one. */
export function isText(type: string, body: Uint8Array): boolean {
  return type === '' ? !body.subarray(0, 1024).includes(0) : /xml|json|^text\/|csv|urlencoded/i.test(type);
}
