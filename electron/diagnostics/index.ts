/** What helps to find a fault: the support bundle and its redaction. */

export { harText } from './har.ts';
export { fileRedactor, type Redaction } from './personal-data.ts';
export { type BundleFacts, supportBundle } from './support-bundle.ts';
