/** What the list of requests shows of each. */
import type { RequestView } from '#shared/contract/requests.ts';
import { formatBytes, formatDuration, formatOwnTime } from '../../ui/format.ts';
import type { TableColumn } from '../../ui/table/index.ts';
import { StatusBadge } from './status-badge.tsx';

export const requestColumns: TableColumn<RequestView>[] = [
  {
    id: 'at',
    header: 'At',
    width: [10.5, 0],
    value: (row) => row.at,
    instant: 'milliseconds',
    render: (row) => formatOwnTime(row.at),
  },
  { id: 'method', header: 'Method', width: [4.5, 0], value: (row) => row.method, filter: true },
  {
    id: 'status',
    header: 'Status',
    width: [5, 0],
    value: (row) => row.status ?? row.error?.code ?? (row.durationMs === undefined ? 'open' : 'cancelled'),
    render: (row) => <StatusBadge request={row} />,
    filter: true,
  },
  { id: 'path', header: 'Address', width: [16, 4], value: (row) => pathOf(row.url) },
  { id: 'purpose', header: 'For', width: [10, 1], value: (row) => row.purpose, hidden: true },
  { id: 'token', header: 'Token', width: [6, 0.4], value: (row) => row.tokenClass, filter: true },
  { id: 'bytes', header: 'Size', width: [5.5, 0], value: (row) => row.bytes, format: formatBytes },
  { id: 'duration', header: 'Took', width: [6, 0], value: (row) => row.durationMs, format: formatDuration },
  {
    id: 'waited',
    header: 'Waited',
    width: [6, 0],
    align: 'end',
    value: (row) => row.waitedMs,
    render: (row) => (row.waitedMs > 0 ? formatDuration(row.waitedMs) : ''),
  },
  { id: 'attempt', header: 'Tries', width: [4.5, 0], align: 'end', value: (row) => row.attempt },
  { id: 'url', header: 'Whole URL', width: [20, 4], value: (row) => row.url, hidden: true },
  { id: 'id', header: 'Id', width: [9, 1], value: (row) => row.id, hidden: true },
];

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url;
}
