export { bridge } from './bridge.ts';
export { invalidate, refetchNow, setAnswer, updateAnswers } from './cache.ts';
export { asErrorValue, call, downloadFile, fileHandle } from './client.ts';
export { queryKey, useCall, useCalls, useCommand } from './hooks.ts';
export { followTopics } from './invalidation.ts';
export { seedCache } from './kept-answers.ts';
export { prefetch } from './prefetch.ts';
export { previousOf } from './previous-of.ts';
export { useWorkspace } from './use-workspace.ts';
