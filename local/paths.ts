import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

export const inModules = (...parts: string[]) => join(ROOT, 'node_modules', ...parts);

export const localScript = (name: string) => join(ROOT, 'local', name);

/** Made by the first start. */
export const SECRETS_FILE = join(ROOT, '.dev.vars');
