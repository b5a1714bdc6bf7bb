/** What the windows offer to the program's menu and badge, as their pages told it last. */
import type { BrowserWindow } from 'electron';
import { isObject } from '#shared/json.ts';
import type { OfferedCommand, WindowOffer } from '#shared/window-offer.ts';

const MAX_COMMANDS = 300;
const MAX_WORDS = 200;

export class Offers {
  readonly #offers = new WeakMap<BrowserWindow, WindowOffer>();

  /** Undefined while its page loads, and where it is no screen of a workspace. */
  of(window: BrowserWindow | undefined): WindowOffer | undefined {
    return window && this.#offers.get(window);
  }

  /** @param told by the page: what cannot be a command is left out */
  take(window: BrowserWindow, told: unknown): void {
    const offer = readOffer(told);
    if (offer.commands.length === 0) this.forget(window);
    else this.#offers.set(window, offer);
  }

  /** The page is gone, or is loaded again. */
  forget(window: BrowserWindow): void {
    this.#offers.delete(window);
  }
}

/** What a page tells, as far as it can be shown. */
export function readOffer(told: unknown): WindowOffer {
  if (!isObject(told)) return { commands: [] };
  const { commands, attention } = told;
  const list: readonly unknown[] = Array.isArray(commands) ? commands.slice(0, MAX_COMMANDS) : [];
  return {
    commands: list.flatMap((one) => readCommand(one) ?? []),
    ...(Number.isSafeInteger(attention) && Number(attention) >= 0 ? { attention: Number(attention) } : {}),
  };
}

function readCommand(told: unknown): OfferedCommand | undefined {
  if (!isObject(told)) return undefined;
  const { id, label, group, section, keys, disabled } = told;
  if (!isWords(id) || !isWords(label) || !isWords(group)) return undefined;
  return {
    id,
    label,
    group,
    ...(isWords(section) && { section }),
    ...(isWords(keys) && { keys }),
    ...(disabled === true && { disabled }),
  };
}

function isWords(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_WORDS;
}
