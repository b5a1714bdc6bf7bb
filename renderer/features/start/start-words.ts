/**
 * What is going on in a workspace without readings, or what there is to do; empty where its steps say all.
 * @param running a fetch is under way
 * @param idle nothing is, and nothing begins by itself
 */
export function situation(demo: boolean, running: boolean, idle: boolean): string {
  if (!demo) return idle ? 'Enter its tokens on the connection page, then fetch what is new.' : '';
  if (idle) return 'A simulated utility runs inside Meterscope. Nothing is being fetched from it at the moment.';
  const how = 'over HTTP, as it would be from a real one.';
  return `A simulated utility runs inside Meterscope. Its customers’ data ${running ? 'is being' : 'is'} fetched ${how}`;
}
