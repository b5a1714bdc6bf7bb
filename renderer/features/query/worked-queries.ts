/** The queries of docs/queries.md, as examples. */
import document from '../../../docs/queries.md?raw';

export const workedQueries: readonly { title: string; sql: string }[] = [
  ...document.matchAll(/([^\n]+)\n\n```sql\n(.*?)\n```/gs),
].map(([, title = '', sql = '']) => ({ title: title.replace(/:$/, ''), sql }));
