import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const PROPERTIES = [
  'addresses/addresses',
  'announcements/list',
  'users/bulk-file',
  'sync/compaction-convergence',
  'sync/outbox',
  'documents/list',
  'dues/list',
  'dues/schedule',
  'dues/invoicing-once',
  'ledger/opening',
  'payments/orders',
  'requests/list',
  'addresses/residents',
  'files/rich-text',
  'sync/shared-ids',
  'users/list',
  'violations/list',
];

/** The long tests: a bad day on the real stack, 200 seeds of convergence, and every property at full length. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['tests/faults/**/*.test.ts', ...PROPERTIES.map((name) => `tests/${name}.test.ts`)],
    env: { LONG_RUNS: '1' },
    environment: 'node',
    globalSetup: ['tests/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
