/** The usual client loads this of Replicache. */
export { Replicache } from 'replicache';
