/** Settings of the environment for the program's own processes, in both hosts. */
export const CHILD_SETTINGS = {
  /**
   * The C library's allocator (glibc; others do not read this) gives each thread memory of its own and seldom takes it back: a
   * hundred megabytes in an engine after a large sync.
   */
  MALLOC_ARENA_MAX: '1',
  /** Statements, compression and files share libuv's threads: with the usual four, a question waits behind those of a sync. */
  UV_THREADPOOL_SIZE: '12',
};
