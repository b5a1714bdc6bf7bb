export { askAhead } from './ask-ahead.ts';
export { bridge } from './bridge.ts';
export { asErrorValue, call, fileHandle, handOver } from './client.ts';
export { queryKey, useCall, useCalls, useCommand } from './hooks.ts';
export { followTopics } from './invalidation.ts';
export { askNow, growStale, putInto, putWhole } from './told.ts';
export { useWholeList } from './whole-list.ts';
