import { basename, join } from 'node:path';

/** The clone, or the folder of a release, whose scripts lie bundled in `app`. */
export const ROOT = join(import.meta.dirname, '..');
const isReleased = basename(import.meta.dirname) === 'app';

export const inModules = (...parts: string[]) => join(ROOT, 'node_modules', ...parts);

export const localScript = (name: string) =>
  isReleased ? join(import.meta.dirname, basename(name).replace(/\.ts$/, '.mjs')) : join(ROOT, 'local', name);

/** Made by the first start; an instance has its settings elsewhere. */
export const secretsFile = () => process.env.PORCHLIGHT_SETTINGS ?? join(ROOT, '.dev.vars');
