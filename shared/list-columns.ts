/** Values of a column that are offered to narrow a list down: the most frequent ones. One more is answered, which tells that there are more. */
export const MOST_CHOICES = 200;

/** By which columns the store orders its long lists, and by whose values it narrows them down. */
export const METER_COLUMNS = [
  'meter',
  'file',
  'customer',
  'address',
  'service',
  'tariff',
  'coverage',
  'missing',
  'estimated',
  'readings',
  'bills',
  'first',
  'last',
  'problems',
  'status',
  'notes',
  'utility',
  'series',
  'title',
  'uid',
  'authorization',
  'collecting',
] as const;
export const METER_FILTERS = ['file', 'service', 'tariff', 'status', 'utility', 'collecting'] as const;

export const AUTHORIZATION_COLUMNS = [
  'customer',
  'status',
  'uid',
  'utility',
  'services',
  'tariffs',
  'scope',
  'meters',
  'readings',
  'coverage',
  'first',
  'last',
  'created',
  'age',
  'expires',
  'fetched',
  'notes',
  'problems',
  'referral',
  'nickname',
  'title',
] as const;
export const AUTHORIZATION_FILTERS = ['status', 'utility', 'services', 'tariffs'] as const;

export const PROBLEM_COLUMNS = ['severity', 'message', 'code', 'source', 'line', 'entry'] as const;
export const PROBLEM_FILTERS = ['severity', 'code', 'source'] as const;

export const UNATTACHED_COLUMNS = ['kind', 'title', 'href'] as const;
export const UNATTACHED_FILTERS = ['kind'] as const;

export const FILE_COLUMNS = ['name', 'ok', 'meters', 'readings', 'problems', 'error', 'bytes', 'at', 'path'] as const;
export const FILE_FILTERS = ['ok'] as const;

export const DOCUMENT_COLUMNS = ['kind', 'label', 'holds', 'bytes', 'at'] as const;
export const DOCUMENT_FILTERS = ['kind'] as const;

export const REQUEST_COLUMNS = [
  'at',
  'method',
  'status',
  'path',
  'purpose',
  'token',
  'bytes',
  'duration',
  'waited',
  'attempt',
  'url',
  'id',
] as const;
export const REQUEST_FILTERS = ['method', 'status', 'token'] as const;

/** Of the meters of a team's server. */
export const TEAM_COLUMNS = [
  'meter',
  'state',
  'customer',
  'address',
  'service',
  'tariff',
  'coverage',
  'readings',
  'first',
  'last',
  'publisher',
  'published',
  'title',
  'uid',
  'id',
] as const;
export const TEAM_FILTERS = ['state', 'service', 'tariff', 'publisher'] as const;

/** What a team's server ranks meters by: see `ranked-by.ts`. */
export const TEAM_RANKED_BY = ['amount', 'peak', 'missing', 'estimated', 'lastYear'] as const;
