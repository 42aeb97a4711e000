/** Raised when the shape of synced rows changes incompatibly. The server accepts every value ever shipped. */
export const SCHEMA_VERSION = '1';

/** The entity of the one log entry that stands for all tombstones removed from an audience's log, at the place of the
 * newest of them: a cookie below it may have missed one. */
export const HORIZON = 'horizon';
