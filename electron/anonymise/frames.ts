/** What open elements are, by the schemas of Atom and ESPI: what may stand in them, and which of their text may stay. */
import { ENTITY_NAMES } from '#shared/espi/entities.ts';
import { ATOM_TYPES } from '../conformance/schema/atom.ts';
import { SCHEMAS } from '../conformance/schema/types.ts';
import type { Element } from '../engine/reader/names.ts';
import { type Form, formOf } from './forms.ts';

/** An open element. */
export interface Frame {
  /** Of the text directly in it. */
  form: Form;
  /** Of a child by its name in {@link nameKey}. */
  child(key: string): Frame | undefined;
}

const ESPI = 'http://naesb.org/espi';
const CUSTOMER = 'http://naesb.org/espi/customer';

const TEXT: Form = { kind: 'text' };
const nothing = (): undefined => undefined;

/** Of an element that no schema names: what stands in it is replaced, unless a resource begins there. */
const UNKNOWN: Frame = { form: TEXT, child: nothing };

/** Frames by what they are of, each made once. */
const frames = new Map<string, Frame>();

function frame(id: string, make: () => Frame): Frame {
  let found = frames.get(id);
  if (!found) {
    found = make();
    frames.set(id, found);
  }
  return found;
}

/** Frames of children by their names, each made when it is asked for first. */
function childFrames<T>(children: ReadonlyMap<string, T>, make: (child: T, key: string) => Frame): Frame['child'] {
  const made = new Map<string, Frame>();
  return (key) => {
    const known = made.get(key);
    const child = known ? undefined : children.get(key);
    if (child === undefined) return known;
    const found = make(child, key);
    made.set(key, found);
    return found;
  };
}

const ATOM_FORMS: Readonly<Record<string, Form>> = {
  uri: { kind: 'uri' },
  dateTime: { kind: 'time' },
};

function atomFrame(name: string, type: string): Frame {
  return frame(`atom ${name} ${type}`, () => {
    // Some put what belongs into the entry into its content.
    const children = new Map(Object.entries(ATOM_TYPES[type === 'content' ? 'entry' : type]?.children ?? {}));
    const form: Form = name === 'title' ? { kind: 'title' } : (ATOM_FORMS[type] ?? TEXT);
    return { form, child: childFrames(children, (childType, key) => atomFrame(key, childType)) };
  });
}

function espiFrame(namespace: string, name: string, type: string): Frame {
  return frame(`${namespace} ${name} ${type}`, () => {
    const known = SCHEMAS.get(namespace)?.types.get(type);
    if (known?.kind !== 'elements') return { form: formOf(namespace, type, name), child: nothing };
    const children = new Map(known.particles.map((particle) => [nameKey(particle.name), particle]));
    return {
      // Some write the code straight into it.
      form: type === 'ReadingQuality' ? { kind: 'code' } : TEXT,
      child: childFrames(children, (child) => espiFrame(namespace, child.name, child.type)),
    };
  });
}

/** Names of schemas are one whether they begin with a capital or not, as for the reader. */
function nameKey(local: string): string {
  const first = local.charCodeAt(0);
  return first >= 97 && first <= 122 ? local : local.charAt(0).toLowerCase() + local.slice(1);
}

const OLDER: Readonly<Record<string, string>> = {
  ProgramIDMappings: 'ProgramIdMappings',
  ServiceProvider: 'ServiceSupplier',
  TimeConfiguration: 'LocalTimeParameters',
};

/** The frame of a resource that begins here, whatever is around it. */
function resourceFrame({ vocabulary, local }: Element): Frame | undefined {
  const name = Object.hasOwn(OLDER, local) ? (OLDER[local] ?? local) : local;
  for (const namespace of vocabulary === 'customer' ? [CUSTOMER, ESPI] : [ESPI, CUSTOMER]) {
    const type = SCHEMAS.get(namespace)?.elements.get(name);
    const isResource = type !== undefined && SCHEMAS.get(namespace)?.types.get(type)?.kind === 'elements';
    if (isResource) return espiFrame(namespace, name, type);
  }
  return undefined;
}

/** The frame of an element below `parent`; of the root where there is none. As tolerant in namespaces as the reader. */
export function enter(parent: Frame | undefined, element: Element): Frame {
  const { vocabulary, local } = element;
  if (vocabulary === 'other') return UNKNOWN;
  return parent?.child(nameKey(local)) ?? atomStart(local) ?? resourceFrame(element) ?? UNKNOWN;
}

function atomStart(local: string): Frame | undefined {
  return local === 'feed' || local === 'entry' ? atomFrame(local, local) : undefined;
}

/** Names of elements that stay as they are, in {@link nameKey}: all that the schemas and the reader know. */
const KNOWN_NAMES: ReadonlySet<string> = new Set(
  [
    'feed',
    ...Object.values(ATOM_TYPES).flatMap(({ children }) => Object.keys(children ?? {})),
    ...ENTITY_NAMES.map(([name]) => name),
    // Of applications, in older feeds.
    'thirdPartyName',
    ...[...SCHEMAS.values()].flatMap(({ elements, types }) => [
      ...elements.keys(),
      ...[...types.values()].flatMap((type) =>
        type.kind === 'elements' ? type.particles.map(({ name }) => name) : [],
      ),
    ]),
  ].map(nameKey),
);

export function isKnownName({ vocabulary, local }: Element): boolean {
  return vocabulary !== 'other' && KNOWN_NAMES.has(nameKey(local));
}
