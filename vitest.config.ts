import { defineConfig } from 'vitest/config';

/** Unit, API and sync tests, against a real database, files and mail (tests/support/global-setup.ts). */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}', 'local/stripe-emulator/tests/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'tests/faults/**', 'tests/bench/**', 'node_modules/**'],
    environment: 'node',
    globalSetup: ['tests/support/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'forks',
    maxWorkers: 2,
    // Loading the app anew for each file takes a third of the time of the suite.
    isolate: false,
  },
});
