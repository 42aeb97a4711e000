/* In place of packages that a dependency imports for what the app never asks of it (wrangler.toml, [alias]). */

const unused = (): never => {
  throw new Error('This package is not in the bundle: see [alias] in wrangler.toml');
};

export default { parse: unused };
export const format = unused;
