import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Browser tests, against a whole stack of their own (global-setup.ts). One at a time: a browser is heavy. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['tests/e2e/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/e2e/global-setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    pool: 'forks',
    fileParallelism: false,
    // On a shared machine a browser can stand still for longer than any patience: one more try before that counts.
    retry: 1,
  },
});
