/** What the usual client loads of Replicache. */
export { Replicache } from 'replicache';
