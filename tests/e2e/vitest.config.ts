import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FIREFOX_TESTS } from '../../local/firefox.ts';
import { nth } from '../support/required.ts';

/** Seconds of processor that a file takes. Those without a figure here take about USUAL_SECONDS. */
const SECONDS: Record<string, number> = {
  accessibility: 74,
  announcements: 20,
  compliance: 13,
  conversation: 12,
  dashboard: 11,
  devices: 11,
  documents: 10,
  dues: 17,
  exports: 11,
  files: 10,
  install: 23,
  invitation: 17,
  keyboard: 15,
  live: 14,
  'meeting-aeroplane': 14,
  'meeting-desk': 13,
  'meeting-minutes': 12,
  'meeting-notice': 11,
  'my-account': 15,
  people: 13,
  reactivation: 17,
  recording: 15,
  requests: 15,
  rights: 17,
  routes: 18,
  search: 13,
  session: 16,
  signup: 22,
  storage: 11,
  'waiting-files': 12,
  widths: 14,
};
const USUAL_SECONDS = 6;

/** Shards that take equally long: each run has the same files on a stack, in another order each time. */
class Balanced extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    const shards = Array.from({ length: count }, () => ({ seconds: 0, files: [] as TestSpecification[] }));
    for (const file of byName(files).sort((a, b) => secondsOf(b) - secondsOf(a))) {
      const shortest = shards.reduce((least, shard) => (shard.seconds < least.seconds ? shard : least));
      shortest.files.push(file);
      shortest.seconds += secondsOf(file);
    }
    return nth(shards, index - 1).files;
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const rank = ({ moduleId }: TestSpecification) => digest(`${seed} ${basename(moduleId)}`);
    return [...files].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const secondsOf = ({ moduleId }: TestSpecification): number => SECONDS[basename(moduleId, '.test.ts')] ?? USUAL_SECONDS;
const byName = (files: TestSpecification[]) => [...files].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1));

/** Browser tests, one file at a time on one stack. Local steps run three shards at once, as browsers wait much. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['tests/e2e/**/*.test.ts'],
    exclude: process.env.FIREFOX ? [] : [FIREFOX_TESTS],
    environment: 'node',
    globalSetup: ['tests/e2e/support/global-setup.ts'],
    setupFiles: ['tests/e2e/support/page-errors.ts'],
    // For what hangs: three shards may share two busy cores.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000, interval: 150 } },
    pool: 'forks',
    maxWorkers: 1,
    // Chromium, the sessions and the modules of a shard serve all of its files.
    isolate: false,
    // vitest prints the seed of the order, and `--sequence.seed` repeats it.
    sequence: { sequencer: Balanced, shuffle: { files: true, tests: true } },
  },
});
