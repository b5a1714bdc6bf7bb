/** A piece of XML as the decoders see it: names resolved, references decoded, attributes left to the raw text. */
export interface XmlNode {
  namespace: string;
  name: string;
  /** The text directly inside, trimmed. */
  text: string;
  children: XmlNode[];
}
