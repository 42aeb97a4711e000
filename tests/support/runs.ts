/** How many runs a property gets: a share in every suite, all of them in `npm run test:long`. */
export const runs = (share: number, all: number): number => (process.env.LONG_RUNS ? all : share);
