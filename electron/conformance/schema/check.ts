import { withoutSecrets } from '#shared/espi/secrets.ts';
import type { Columns } from '../../engine/reader/columns.ts';
import type { Element } from '../../engine/reader/names.ts';
import type { Attribute } from '../../engine/reader/strict.ts';
import { trimXml } from '../../engine/reader/text.ts';
import type { Place } from '../entry-facts.ts';
import { ATOM } from '../kinds.ts';
import { ATOM_TYPE_NAMES, ATOM_TYPES } from './atom.ts';
import { type Particle, SCHEMAS, type Schema, valueProblem } from './types.ts';

export interface SchemaProblem extends Place {
  message: string;
}

/** An open element: what may follow in it. */
interface Frame {
  name: string;
  place: Place;
  /** `free`: anything goes; `unknown`: it was reported, what is in it is not looked at. */
  kind: 'atom' | 'elements' | 'value' | 'free' | 'unknown';
  namespace: string;
  type: string;
  /** Elements: the particle that came last, and how often. */
  at: number;
  times: number;
  children: number;
  text: string;
  strayText: boolean;
}

/** At most this many problems are listed. */
const MAX_PROBLEMS = 100;
/** The schema's Int48 goes from its negative to itself, as 2^32 times this. */
const UPPER_LIMIT = 32_768;

/** Whether a number of that row, in halves of 32 bits, is out of the range of Int48. */
function isTooLarge(halves: Int32Array, row: number): boolean {
  const upper = halves[row * 2 + 1] ?? 0;
  return upper < -UPPER_LIMIT || upper > UPPER_LIMIT || (upper === UPPER_LIMIT && halves[row * 2] !== 0);
}

/** Holds a document to the schemas of Atom and ESPI, element by element as they come. */
export class SchemaCheck {
  readonly problems: SchemaProblem[] = [];
  /** How many there are, listed or not. Readings that repeat the form of an earlier one are not counted again. */
  count = 0;
  /** The root element where it is none of Atom or ESPI: the document is something else. */
  foreignRoot: string | undefined;
  readonly #open: Frame[] = [];

  open(element: Element, attributes: readonly Attribute[], place: Place): void {
    const parent = this.#open.at(-1);
    const frame = this.#frame(element, place, parent);
    if (parent) parent.children++;
    this.#open.push(frame);
    if (frame.kind !== 'free' && frame.kind !== 'unknown') this.#attributes(frame, attributes);
  }

  text(text: string): void {
    const frame = this.#open.at(-1);
    if (!frame) return;
    if (frame.kind === 'value' || (frame.kind === 'atom' && ATOM_TYPES[frame.type]?.value)) frame.text += text;
    else if (!frame.strayText && /[^\s]/.test(text)) frame.strayText = true;
  }

  close(): void {
    const frame = this.#open.pop();
    if (!frame) return;
    if (frame.kind === 'elements') this.#closeElements(frame);
    else if (frame.kind === 'value') this.#value(frame, SCHEMAS.get(frame.namespace), frame.type);
    else if (frame.kind === 'atom') this.#closeAtom(frame);
  }

  undeclared(prefix: string, place: Place): void {
    this.#report(place, `The prefix "${prefix}" is not declared, so what bears it is in no namespace.`);
  }

  /** Readings whose form was seen before: they count in the order of their block, and their values may still be too large. */
  rows({ count, valueHalves, costHalves, hasCost }: Columns, place: Place): void {
    const block = this.#open.at(-1);
    if (block?.kind === 'elements') {
      this.#inElements({ ...block, name: 'IntervalReading', place }, block);
    }
    for (let row = 0; row < count; row++) {
      if (isTooLarge(valueHalves, row)) this.#rowProblem('value', place);
      if (hasCost[row] === 1 && isTooLarge(costHalves, row)) this.#rowProblem('cost', place);
    }
  }

  #rowProblem(name: string, place: Place): void {
    this.#report(place, `The <${name}> of a reading before this line is out of the range of 48 bits.`);
  }

  #frame(element: Element, place: Place, parent: Frame | undefined): Frame {
    const { uri, local } = element;
    const frame: Frame = {
      name: local,
      place,
      kind: 'unknown',
      namespace: uri,
      type: '',
      at: 0,
      times: 0,
      children: 0,
      text: '',
      strayText: false,
    };
    if (!parent) return this.#root(frame);
    if (parent.kind === 'unknown') return frame;
    if (parent.kind === 'free') return this.#standing(frame) ?? { ...frame, kind: 'free' };
    if (parent.kind === 'atom') return this.#inAtom(frame, parent);
    if (parent.kind === 'value') {
      this.#report(place, `<${local}> stands in <${parent.name}>, where only a value is allowed.`);
      return frame;
    }
    return this.#inElements(frame, parent);
  }

  #root(frame: Frame): Frame {
    const found = this.#standing(frame);
    if (found) return found;
    this.foreignRoot = frame.namespace === '' ? frame.name : `${frame.name} xmlns="${frame.namespace}"`;
    this.#report(frame.place, `<${frame.name}> is no root element of Atom or ESPI.`);
    return frame;
  }

  /** A frame for an element that may stand by itself; undefined where no schema knows it. */
  #standing(frame: Frame): Frame | undefined {
    if (frame.namespace === ATOM) {
      return frame.name === 'feed' || frame.name === 'entry' ? { ...frame, kind: 'atom', type: frame.name } : undefined;
    }
    const type = SCHEMAS.get(frame.namespace)?.elements.get(frame.name);
    return type === undefined ? undefined : typed(frame, type);
  }

  #inAtom(frame: Frame, parent: Frame): Frame {
    const type = ATOM_TYPES[parent.type];
    if (frame.namespace === ATOM) {
      const child = type?.children?.[frame.name];
      if (child !== undefined) return { ...frame, kind: 'atom', type: child };
    } else if (type?.others && frame.namespace !== '') {
      const found = this.#standing(frame);
      if (found) return found;
    }
    this.#report(frame.place, `<${frame.name}> is not allowed in <${parent.name}>.`);
    return frame;
  }

  #inElements(frame: Frame, parent: Frame): Frame {
    const particles = particlesOf(parent);
    const reached = particles[parent.at];
    const fits = (particle: Particle) => particle.name === frame.name && frame.namespace === parent.namespace;
    if (reached && parent.times > 0 && fits(reached)) {
      parent.times++;
      if (parent.times === 2 && !reached.many) this.#report(frame.place, `<${frame.name}> is there more than once.`);
      return typed(frame, reached.type);
    }
    const next = particles.findIndex(
      (particle, i) => (i > parent.at || (i === parent.at && parent.times === 0)) && fits(particle),
    );
    if (next < 0) {
      const early = particles.some(fits);
      this.#report(
        frame.place,
        early
          ? `<${frame.name}> stands too late in <${parent.name}>: the schema wants it earlier.`
          : `<${frame.name}> is not allowed in <${parent.name}>.`,
      );
      const late = particles.find(fits);
      return late ? typed(frame, late.type) : frame;
    }
    this.#missing(parent, particles, next, frame.place);
    parent.at = next;
    parent.times = 1;
    return typed(frame, particles[next]?.type ?? '');
  }

  /** What should have come from where the frame is until that particle. */
  #missing(frame: Frame, particles: readonly Particle[], until: number, place: Place): void {
    for (const [i, { name, minimum }] of particles.slice(frame.at, until).entries()) {
      const times = i === 0 ? frame.times : 0;
      if (times >= minimum) continue;
      const message =
        times === 0
          ? `<${frame.name}> lacks <${name}>, which the schema wants here.`
          : `<${frame.name}> has too few <${name}>: the schema wants ${minimum}.`;
      this.#report(place, message);
    }
  }

  #closeElements(frame: Frame): void {
    const particles = particlesOf(frame);
    this.#missing(frame, particles, particles.length, frame.place);
    if (frame.strayText)
      this.#report(frame.place, `There is text in <${frame.name}>, where only elements are allowed.`);
  }

  #closeAtom(frame: Frame): void {
    const type = ATOM_TYPES[frame.type];
    if (!type) return;
    if (type.value) this.#value(frame, undefined, type.value);
    if (frame.children < (type.atLeast ?? 0)) this.#report(frame.place, `<${frame.name}> has too few elements.`);
    if (frame.strayText && !type.mixed) {
      this.#report(frame.place, `There is text in <${frame.name}>, where only elements are allowed.`);
    }
  }

  #value(frame: Frame, schema: Schema | undefined, type: string): void {
    const problem = valueProblem(schema ?? NO_SCHEMA, type, frame.text);
    if (!problem) return;
    const shown = frame.text.length > 40 ? `${frame.text.slice(0, 40)}...` : frame.text;
    const tag = `<${frame.name}>`;
    const isSecret = withoutSecrets(`${tag}-`) !== `${tag}-`;
    this.#report(frame.place, isSecret ? `${tag} ${problem}.` : `${tag} ${problem}, but is "${shown}".`);
  }

  #attributes(frame: Frame, attributes: readonly Attribute[]): void {
    const atom = frame.kind === 'atom' ? ATOM_TYPES[frame.type] : undefined;
    for (const required of atom?.required ?? []) {
      if (!attributes.some(({ name }) => name === required)) {
        this.#report(frame.place, `<${frame.name}> has no attribute ${required}.`);
      }
    }
    for (const { name, value } of attributes) {
      if (name.endsWith(':type')) this.#instanceType(frame, value);
      if (name === 'xmlns' || name.includes(':') || atom?.attributes?.includes(name)) continue;
      this.#report(frame.place, `The attribute ${name} is not allowed in <${frame.name}>.`);
    }
  }

  /** `xsi:type` names a type by itself; feeds that carry it name types of the program that wrote them. */
  #instanceType(frame: Frame, value: string): void {
    const name = trimXml(value).replace(/^.*:/, '');
    if (ATOM_TYPE_NAMES.has(name) || SCHEMAS.get(frame.namespace)?.types.has(name)) return;
    this.#report(frame.place, `The type "${trimXml(value)}" of <${frame.name}> (xsi:type) is in no schema.`);
  }

  #report({ entry, line, offset }: Place, message: string): void {
    this.count++;
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ entry, line, offset, message });
  }
}

const NO_SCHEMA: Schema = { elements: new Map(), types: new Map() };

function typed(frame: Frame, type: string): Frame {
  if (type === 'xs:anyType') return { ...frame, kind: 'free' };
  const known = SCHEMAS.get(frame.namespace)?.types.get(type);
  return { ...frame, kind: known?.kind === 'elements' ? 'elements' : 'value', type };
}

function particlesOf(frame: Frame): readonly Particle[] {
  const type = SCHEMAS.get(frame.namespace)?.types.get(frame.type);
  return type?.kind === 'elements' ? type.particles : [];
}
