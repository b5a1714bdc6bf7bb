export { type CoreHandlers, callLocally, createDispatch, type Dispatch, type Handlers } from './dispatch.ts';
export { createLoopbackServer, type LoopbackServer } from './loopback-server.ts';
export { TopicHub } from './topic-hub.ts';
