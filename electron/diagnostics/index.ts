/** What helps to find a fault: the support bundle and its redaction. */
export { type BundleFacts, supportBundle } from './support-bundle.ts';
