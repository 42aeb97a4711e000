import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Unit, API and sync tests, against a real database, files and mail (tests/support/global-setup.ts). */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}', 'local/stripe-emulator/tests/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'tests/faults/**', 'tests/bench/**', 'node_modules/**'],
    environment: 'node',
    setupFiles: ['tests/support/quick-scrypt.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    // For what hangs. On a busy machine a test may take ten times as long as it needs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // They wait for the database a fifth of the time, so one more than there are cores.
    maxWorkers: Math.min(3, 1 + availableParallelism()),
    // Loading the app anew for each file takes a third of the time of the suite.
    isolate: false,
    // Another order of the files and of their tests each time: the seed is printed, and `--sequence.seed` repeats it.
    sequence: { shuffle: { files: true, tests: true } },
  },
});
