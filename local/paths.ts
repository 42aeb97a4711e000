import { join } from 'node:path';

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '..');

/** A path inside node_modules. */
export const inModules = (...parts: string[]) => join(ROOT, 'node_modules', ...parts);

/** A script of local/ by file name. */
export const localScript = (name: string) => join(ROOT, 'local', name);
