/** Tags and notes of meters and authorizations, and groups of meters: by hand, or by a rule that is evaluated anew each time. */
import { z } from 'zod';
import { MOST_GROUP_LETTERS, MOST_NOTE_LETTERS, MOST_TAG_LETTERS, tagWords } from '../tags.ts';
import { inWorkspace, nothing, store } from './define.ts';

/** A word or a few, as the user types them; spaces at the ends and double ones go. No semicolon: lists of such names are separated by it. */
function typed(most: number, refusal: string) {
  return z
    .string()
    .max(1000)
    .transform(tagWords)
    .pipe(
      z
        .string()
        .min(1)
        .max(most)
        .regex(/^[^;\p{Cc}]*$/u, refusal),
    );
}

const tag = typed(MOST_TAG_LETTERS, 'A tag has no semicolon and no line break.');

const noteText = z.string().trim().max(MOST_NOTE_LETTERS);

/** What is tagged: meters by the ids of their usage points, authorizations by their uids. */
const subjects = {
  meters: z.array(z.string()).max(100_000).default([]),
  authorizations: z.array(z.string()).max(100_000).default([]),
};

const share = z.number().min(0).max(1);
const not = z.boolean().optional();
const bounds = <Bound extends z.ZodType>(bound: Bound) => ({ atLeast: bound.optional(), below: bound.optional() });
const names = z.array(z.string().min(1).max(500)).min(1).max(500);
const words = z.string().trim().min(1).max(200);

/**
 * What a rule says of a meter. `not` turns a condition about names round. What is not known of a meter (a tariff that no document
 * gives, the coverage of a meter without readings) meets no condition, with or without `not`.
 */
const condition = z.discriminatedUnion('field', [
  /** ESPI ServiceKind. */
  z.object({ field: z.literal('service'), is: z.array(z.number().int()).min(1).max(50), not }),
  z.object({ field: z.literal('tariff'), is: names, not }),
  /** As the service's JSON API names it. */
  z.object({ field: z.literal('utility'), is: names, not }),
  /** Of the meter or of its authorization, any of these. */
  z.object({ field: z.literal('tag'), is: z.array(tag).min(1).max(500), not }),
  /** Address of the service location. */
  z.object({ field: z.literal('place'), contains: words, not }),
  z.object({ field: z.literal('customer'), contains: words, not }),
  z.object({ field: z.literal('coverage'), ...bounds(share) }),
  z.object({ field: z.literal('estimated'), ...bounds(share) }),
  /**
   * What its main series of interval amounts that are delivered comes to in a year of 365 days, by the time that it covers, in the
   * unit of `uom` as it is shown (kWh for 72). Of another unit, of a register, and of less than 28 days it is not known.
   */
  z.object({ field: z.literal('size'), uom: z.number().int(), ...bounds(z.number().min(0)) }),
]);
export type GroupCondition = z.infer<typeof condition>;

export const groupRule = z
  .object({ match: z.enum(['all', 'any']), conditions: z.array(condition).min(1).max(50) })
  .refine(
    ({ conditions }) => conditions.every((one) => !('atLeast' in one || 'below' in one) || hasBound(one)),
    'A range needs at least one end.',
  );
export type GroupRule = z.infer<typeof groupRule>;

function hasBound({ atLeast, below }: { atLeast?: number | undefined; below?: number | undefined }): boolean {
  return atLeast !== undefined || below !== undefined;
}

const groupName = typed(MOST_GROUP_LETTERS, 'The name of a group has no semicolon and no line break.');

const groupView = z.object({
  id: z.string(),
  name: z.string(),
  /** Undefined for a group by hand. */
  rule: groupRule.optional(),
  /** Meters of it that are in the workspace; one under two authorizations counts once. */
  meters: z.number(),
  /** Of a group by hand: members that are not in the workspace at present, and would be again if they came back. */
  absent: z.number(),
});

const AREAS = ['groups', 'usagePoints', 'series', 'readings', 'customers'] as const;

export const groupCalls = {
  /** Every tag that is used, with what carries it and is in the workspace. */
  'tags.list': store(['groups', 'usagePoints', 'authorizations']).query(
    inWorkspace,
    z.array(z.object({ tag: z.string(), meters: z.number(), authorizations: z.number() })),
  ),
  /** What some meters or authorizations carry: each tag with how many of them have it, and the note of a single one. */
  'tags.of': store(['groups']).query(
    inWorkspace.extend({ kind: z.enum(['meter', 'authorization']), ids: z.array(z.string()).min(1).max(100_000) }),
    z.object({ tags: z.array(z.object({ tag: z.string(), count: z.number() })), note: z.string().optional() }),
  ),
  /** Puts tags on meters and authorizations, and takes some off. A tag keeps the letters in which it was first written. */
  'tags.change': store(['groups']).command(
    inWorkspace.extend({
      ...subjects,
      add: z.array(tag).max(50).default([]),
      remove: z.array(tag).max(50).default([]),
    }),
    nothing,
  ),
  /** Gives a tag another name wherever it is; one that exists takes both. */
  'tags.rename': store(['groups']).command(inWorkspace.extend({ tag, to: tag }), nothing),
  /** Sets the note of a meter or an authorization; an empty one goes. */
  'notes.set': store(['groups']).command(
    inWorkspace.extend({ kind: z.enum(['meter', 'authorization']), id: z.string(), note: noteText }),
    nothing,
  ),
  /**
   * Reads a CSV file of tags, notes and groups by hand (docs/groups.md has its columns) and applies all of it, or nothing.
   * Errors `tag_file_wrong` with `details.problems`, a sentence for each line that cannot be understood.
   */
  'tags.import': store(['groups']).command(
    inWorkspace.extend({ text: z.string().max(20_000_000) }),
    z.object({
      lines: z.number(),
      meters: z.number(),
      authorizations: z.number(),
      tags: z.number(),
      notes: z.number(),
      groups: z.number(),
      /** Columns of the file that mean nothing here. */
      unused: z.array(z.string()),
    }),
  ),
  /** Names of all groups, in their order; `byRule` of those whose members a rule chooses. */
  'groups.names': store(['groups']).query(
    inWorkspace,
    z.array(z.object({ id: z.string(), name: z.string(), byRule: z.boolean() })),
  ),
  /** How many meters a rule chooses that is not saved yet; one under two authorizations counts once. */
  'groups.count': store(AREAS).query(inWorkspace.extend({ rule: groupRule }), z.object({ meters: z.number() })),
  'groups.list': store(AREAS).query(inWorkspace, z.array(groupView)),
  /** The meters of a group. Error `group_unknown`. */
  'groups.meters': store(AREAS).query(
    inWorkspace.extend({ group: z.string().max(200) }),
    z.array(z.object({ id: z.string(), uid: z.string(), authorization: z.string().optional() })),
  ),
  /** What rules can name: what there is in the workspace, with the number of meters that have it. */
  'groups.choices': store(AREAS).query(
    inWorkspace,
    z.object({
      services: z.array(z.object({ code: z.number(), label: z.string(), meters: z.number() })),
      tariffs: z.array(z.object({ name: z.string(), meters: z.number() })),
      utilities: z.array(z.object({ name: z.string(), meters: z.number() })),
      /** Of sizes, by unit, with the smallest and the largest. */
      sizes: z.array(
        z.object({ uom: z.number(), label: z.string(), meters: z.number(), least: z.number(), most: z.number() }),
      ),
    }),
  ),
  /**
   * Saves a group: by its rule, or by hand with these meters (ids of usage points). Without `id` a new one. Answers its id.
   * Errors `group_name_taken`, `group_unknown`.
   */
  'groups.save': store(['groups']).command(
    inWorkspace.extend({
      id: z.string().optional(),
      name: groupName,
      rule: groupRule.optional(),
      /** Of a group by hand; undefined leaves them as they are. */
      meters: z.array(z.string()).max(100_000).optional(),
    }),
    z.object({ id: z.string() }),
  ),
  /** Puts meters into a group by hand and takes some out. Errors `group_by_rule`, `group_unknown`. */
  'groups.change': store(['groups']).command(
    inWorkspace.extend({
      id: z.string(),
      add: z.array(z.string()).max(100_000).default([]),
      remove: z.array(z.string()).max(100_000).default([]),
    }),
    nothing,
  ),
  'groups.delete': store(['groups']).command(inWorkspace.extend({ id: z.string() }), nothing),
};
