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
    // No test may need a second try to pass. But a shared CI machine can stand still longer than any patience: there a
    // second try is made, and the report names it.
    retry: process.env.CI ? 1 : 0,
  },
});
