/** HTML whose every value is escaped by itself: nothing that came from outside can become markup. Pure. */
import { escapeXml } from '#shared/escape-xml.ts';

/** A piece of markup that was made by {@link html}. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | undefined | Html | readonly Html[];

/** Characters that turn the direction of what follows them could make a text read as another one. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** A template whose values are texts to escape, or markup of other such templates; undefined is nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, at) => text + markupOf(values[at - 1]) + part));
}

function markupOf(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((one: Html) => one.text).join('');
  return value === undefined ? '' : escapeXml(String(value).replace(TURNING, '?'), '?');
}
