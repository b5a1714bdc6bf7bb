/** The HTTP client's public surface. */

export { readBeginning } from './body.ts';
export type { Capture } from './capture.ts';
export { HttpClient } from './client.ts';
export { type Clock, systemClock } from './clock.ts';
export { Connectivity } from './connectivity.ts';
export { didNotAct, StoppedWaiting, withOutcome } from './did-not-act.ts';
export { HttpError } from './errors.ts';
export { IncompleteAnswer, networkFault } from './faults.ts';
export { isText } from './is-text.ts';
export { keptExchange, withoutSecrets } from './kept-exchange.ts';
export { openNetwork } from './network.ts';
export { hidingSecrets, redactBody, redactHeaders, redactText } from './redact.ts';
export type { AnswerHead, HttpAnswer, HttpMethod, HttpRequest, HttpStream } from './request.ts';
export type { RequestView } from './request-log.ts';
export type { TokenSource } from './token-source.ts';
export type { WaitView } from './waits.ts';
