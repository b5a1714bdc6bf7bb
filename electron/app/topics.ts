/** Publishes changes in the areas to the windows. */
import { isActive } from '#shared/job-states.ts';
import { lineOf } from '../jobs/index.ts';
import type { AppParts } from './parts.ts';

/** Jobs, waits, requests and workspaces, as topics of the contract. */
export function setupTopics({ topics, jobs, http, connections, engine, log }: AppParts): void {
  jobs.subscribe((job) => {
    topics.publish('jobs.changed', lineOf(job));
    // What needs attention is judged once all of a fetch is there, not with each document.
    if (!isActive(job)) topics.publish('store.changed', { workspace: job.workspace, areas: ['attention'] });
  });
  http.waits.subscribe((waits) => topics.publish('waits.changed', waits));
  http.log.subscribe(({ workspace }) => {
    if (workspace !== undefined) topics.publish('requests.changed', { workspace });
  });
  connections.subscribe((change) => {
    if (change.what === 'workspaces') topics.publish('workspaces.changed', {});
    else topics.publish('connections.changed', change.what === 'tokens' ? { workspace: change.workspace } : {});
  });
  engine.on('restarted', ({ code }) => {
    log.warn('The data engine was started again', { code });
    topics.publish('engine.changed', { state: 'restarted' });
  });
  engine.on('store.opening', (opening) => topics.publish('store.opening', opening));
  const waiting = new Set<string>();
  engine.on('waiting', ({ workspace }) => {
    if (!waiting.has(workspace)) log.warn('Another process holds the store', { workspace });
    waiting.add(workspace);
    topics.publish('engine.changed', { state: 'waiting' });
  });
  engine.on('opened', ({ workspace }) => {
    if (waiting.delete(workspace)) topics.publish('engine.changed', { state: 'ready' });
  });
  engine.on('state', (state) => {
    if (state !== 'failed') return;
    log.warn('The data engine does not start');
    topics.publish('engine.changed', { state });
  });
}
