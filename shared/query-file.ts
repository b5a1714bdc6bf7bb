/** Files of queries: what they may be called, and what their first lines say. */

/** Characters of a name, which every file system takes. */
const LONGEST_NAME = 100;
/** What Windows allows in no name, and what no name needs: characters that are not seen. */
const FORBIDDEN = /[<>:"/\\|?*\p{C}\u2028\u2029]/u;
/** Names of devices of Windows, whatever follows their first dot. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

/** Why a file of a query cannot have a name; undefined where it can. It is the name of a file, never a path. */
export function nameFault(name: string): string | undefined {
  if (!/\.sql$/i.test(name)) return 'It must end with .sql.';
  if (name.length > LONGEST_NAME) return `It is longer than ${LONGEST_NAME} characters.`;
  if (FORBIDDEN.test(name)) return 'No name may have any of < > : " / \\ | ? *';
  if (/^[.\s~-]/.test(name) || /[.\s]\.sql$/i.test(name))
    return 'It must begin and end with a letter, a digit or the like.';
  if (DEVICE.test(name)) return 'Windows keeps this name for a device.';
  return undefined;
}

/** What the comments at the top of a query say. */
export interface QueryHead {
  /** In words; empty where there are none. */
  description: string;
  /** Values of `$name`, from lines as `-- $from = 2026-01-01`. */
  parameters: Record<string, string>;
}

/** Reads the comments (`--`) before the query itself. */
export function queryHead(sql: string): QueryHead {
  const words: string[] = [];
  const parameters: Record<string, string> = {};
  for (const line of sql.split(/\r?\n/)) {
    const [, text] = /^\s*--\s?(.*)$/.exec(line) ?? [];
    if (text === undefined && line.trim() !== '') break;
    const [, name, value] = /^\s*\$(\w+)\s*=\s*(.*?)\s*$/.exec(text ?? '') ?? [];
    if (name !== undefined && value !== undefined) parameters[name] = value;
    else if (text?.trim()) words.push(text.trim());
  }
  return { description: words.join(' '), parameters };
}
