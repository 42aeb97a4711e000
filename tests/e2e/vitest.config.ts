import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files by name and shards of every second file, so that each run has the same files on a stack in the same order. */
class ByName extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    return byName(files).filter((_, at) => at % count === index - 1);
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return byName(files);
  }
}

const byName = (files: TestSpecification[]) => [...files].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1));

/** Browser tests, one file at a time on one stack. Local steps run two shards at once, as browsers mostly wait. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['tests/e2e/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/e2e/support/global-setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    pool: 'forks',
    maxWorkers: 1,
    sequence: { sequencer: ByName },
  },
});
