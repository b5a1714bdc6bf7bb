/**
 * Chance that can be repeated: pure functions of the seed. Nothing in the simulator calls Math.random,
 * so that the same seed gives the same bytes whatever was asked before.
 */
import { createHash } from 'node:crypto';

/** Mixes integers into one unsigned 32-bit integer (murmur3's finaliser over a running state). */
export function hash32(a: number, b = 0, c = 0, d = 0): number {
  let h = 0x9e3779b9 ^ a;
  h = mix(h ^ Math.imul(b, 0x85ebca6b));
  h = mix(h ^ Math.imul(c, 0xc2b2ae35));
  return mix(h ^ Math.imul(d, 0x27d4eb2f)) >>> 0;
}

function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Evenly in [0, 1). */
export function unit(a: number, b = 0, c = 0, d = 0): number {
  return hash32(a, b, c, d) / 4294967296;
}

/** Smooth noise in [-1, 1] over a line: the same everywhere between two knots `period` apart. */
export function wave(key: number, at: number, period: number): number {
  const position = at / period;
  const knot = Math.floor(position);
  const between = position - knot;
  const eased = between * between * (3 - 2 * between);
  const from = unit(key, knot, period) * 2 - 1;
  const to = unit(key, knot + 1, period) * 2 - 1;
  return from + (to - from) * eased;
}

/** FNV-1a of a text: a number to start a chain of `hash32` with. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  }
  return h >>> 0;
}

/** One of a list that is not empty. */
export function pick<T>(list: readonly T[], number: number): T {
  const chosen = list[Math.floor(number) % list.length];
  if (chosen === undefined) throw new Error('pick: the list is empty');
  return chosen;
}

/** An opaque text (base64url) that stands for a secret of this seed. */
export function secretText(seed: number, purpose: string, length = 32): string {
  return createHash('sha256').update(`${seed}|${purpose}`).digest('base64url').slice(0, length);
}

/** A UUID of version 5's look that names a thing: the same name, the same UUID. */
export function uuidOf(name: string): string {
  const hex = createHash('sha1').update(name).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}
