/** What the schema of Atom that ESPI comes with says of the elements of feeds and entries. */

interface AtomType {
  /** Children of the Atom namespace by their types; undefined for text only. */
  children?: Readonly<Record<string, string>>;
  /** Elements of other namespaces may stand in it. */
  others?: boolean;
  /** At least so many children. */
  atLeast?: number;
  /** Text may stand beside the children. */
  mixed?: boolean;
  /** Type of its text. */
  value?: string;
  required?: readonly string[];
  attributes?: readonly string[];
}

const PERSONS = { author: 'person', contributor: 'person', category: 'category' };

export const ATOM_TYPES: Readonly<Record<string, AtomType>> = {
  feed: {
    children: {
      ...PERSONS,
      generator: 'generator',
      icon: 'uri',
      id: 'uri',
      link: 'link',
      logo: 'uri',
      rights: 'text',
      subtitle: 'text',
      title: 'text',
      updated: 'dateTime',
      entry: 'entry',
    },
    others: true,
    atLeast: 3,
  },
  entry: {
    children: {
      ...PERSONS,
      content: 'content',
      id: 'uri',
      link: 'link',
      published: 'dateTime',
      rights: 'text',
      source: 'text',
      summary: 'text',
      title: 'text',
      updated: 'dateTime',
    },
    others: true,
    atLeast: 1,
  },
  content: { children: {}, others: true, mixed: true, attributes: ['type', 'src'] },
  text: { mixed: true, children: {}, others: true, attributes: ['type'] },
  person: { children: { name: 'plain', uri: 'uri', email: 'plain' }, others: true, atLeast: 1 },
  category: { children: {}, required: ['term'], attributes: ['term', 'scheme', 'label'] },
  link: {
    children: {},
    mixed: true,
    required: ['href', 'rel'],
    attributes: ['href', 'rel', 'type', 'hreflang', 'title', 'length'],
  },
  generator: { value: 'xs:string', attributes: ['uri', 'version'] },
  uri: { value: 'xs:anyURI' },
  plain: { value: 'xs:string' },
  dateTime: { value: 'xs:dateTime' },
};

/** Names of all types of that schema. */
export const ATOM_TYPE_NAMES: ReadonlySet<string> = new Set([
  ...['feed', 'entry', 'content', 'text', 'person', 'category', 'link', 'generator', 'uri', 'dateTime'],
  ...['email', 'icon', 'id', 'logo', 'source'],
]);
