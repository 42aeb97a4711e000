/** Raised when the shape of synced rows changes incompatibly. The server accepts every value ever shipped. */
export const SCHEMA_VERSION = '1';

/** Raised with each release in which a mutator is new or takes more. A device notes it with each change, so that a server of
 * an earlier release knows which changes are beyond it, and lets them wait on the device. */
export const RELEASE = 2;

/** The entity of the one log entry that stands for all tombstones removed from an audience's log, at the place of the
 * newest of them: a cookie below it may have missed one. */
export const HORIZON = 'horizon';
