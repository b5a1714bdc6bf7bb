/** The program's own words: what a log needs to be legible, and what identifies nobody though a customer's entry has it, too. */
import { callNames, topicNames } from '#shared/contract/index.ts';
import { CODE_LISTS, WORD_LISTS } from '#shared/espi/code-lists.ts';
import { KNOWN_EVENT_TYPES } from '#shared/event-types.ts';
import { ACTIVE_STATES, ENDED_STATES } from '#shared/job-states.ts';
import { RESOURCES, TOKEN_NAMES } from '#shared/resources.ts';
import { SCENARIOS } from '#shared/scenarios/names.ts';

/** Ordinary words of log lines, of members of the bundle, and of titles that custodians give to every entry of a kind. */
const ORDINARY = `
  about action account accounts address addresses after again agreement answer answered answers app at attempt authority
  authorization authorizations bad balance base batch before bill billing bills browser building bulk bundle button bytes call
  cancelled cause check city class client clock close closed code collect collected collection collections commercial
  communication company connection content cost count country created custodian customer customers cut daily data database date
  day days default deleted delivery demo desktop details device devices disk done drop dropped duration electric electricity
  email end ended energy engine enrolled entity entries entry error errors event events expired export factory failed failure
  fetch fetched file files finish finished first flow folder form forms found gas generic green grid hidden historical history
  home host hour hourly hours house icon id in industrial info information interval intervals job jobs json kept key kind last
  late left length letter level lib limit line link list listening live loading local lock log login mail main map memory message
  meter meterscope meters method minute minutes mode module month monthly months moved multiplier name names network new newest
  next no node none normal notes notice notifications number numbers of off office old on open opened open original other out
  page pages parent part path pause peak pending period person phone place plan platform point points poll port power price
  private problem problems process program programs project promises provider public published purpose quality queued rate rates
  raw read readable readers reading readings ready reason received referral refused register registered request requests
  residential resource resources restart retail retry revoked room route row rows running saver save saved scenario scope secret
  secrets send sent server service services session set settings shared size skipped small source space span standard start
  started state status step stop stopped store street strength submission subscription summary supplier support sync system
  table tariff test text time timeout title to token tokens topic total town trigger try type undefined unexpected unit unknown
  unreadable update updated updates usage user utility value verdict version wait waited water weak webhook week window work
  worker workspace workspaces write written year years yes zone`;

/** The words in a name or sentence, lower case; `tokenClass` and `meter_bills_added` are several. */
function wordsIn(text: string): string[] {
  const parts = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return parts.match(/\p{L}+/gu) ?? [];
}

const NAMES: readonly string[] = [
  ORDINARY,
  ...callNames,
  ...topicNames,
  ...KNOWN_EVENT_TYPES,
  ...ACTIVE_STATES,
  ...ENDED_STATES,
  ...RESOURCES.flatMap(({ name, path }) => [name, path]),
  ...Object.values(TOKEN_NAMES),
  ...SCENARIOS.map(({ name }) => name),
  ...Object.keys(WORD_LISTS),
  ...Object.values(CODE_LISTS).flatMap((list) => Object.values(list)),
];

/** Lower case, each a single word. */
export const OWN_WORDS: ReadonlySet<string> = new Set(
  NAMES.flatMap((name) => [...wordsIn(name), ...name.toLowerCase().split(/[^\p{L}]+/u)]).filter(Boolean),
);

/** A text of letters alone that is made of the program's words: `Authorization`, `UsagePoint`, `green button data`. */
export function isOwnText(text: string): boolean {
  if (/\p{N}/u.test(text)) return false;
  return OWN_WORDS.has(text.trim().toLowerCase()) || wordsIn(text).every((word) => OWN_WORDS.has(word));
}

/** The same of a single word or a dotted name: two words beside each other may be a person's, whatever they mean. */
export function isOwnWord(text: string): boolean {
  return /^[\p{L}._]+$/u.test(text.trim()) && isOwnText(text);
}
