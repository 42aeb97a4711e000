import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FIREFOX_TESTS } from '../../local/firefox.ts';
import { nth } from '../support/required.ts';

/** Seconds of processor that a file takes. Those without a figure here take about USUAL_SECONDS. */
const SECONDS: Record<string, number> = {
  accessibility: 74,
  addresses: 22,
  announcements: 42,
  'announcements-screens': 21,
  compliance: 22,
  conversation: 20,
  dashboard: 27,
  devices: 28,
  documents: 35,
  dues: 31,
  exports: 21,
  files: 18,
  focus: 20,
  install: 21,
  invitation: 22,
  list: 15,
  live: 26,
  'meeting-aeroplane': 98,
  'meeting-desk': 19,
  'meeting-minutes': 20,
  'meeting-notice': 19,
  'meeting-room': 18,
  'my-account': 16,
  people: 24,
  reactivation: 32,
  recording: 33,
  refused: 17,
  requests: 18,
  rights: 28,
  routes: 28,
  search: 32,
  session: 25,
  signup: 15,
  'waiting-files': 15,
  widths: 20,
};
const USUAL_SECONDS = 10;

/** Shards that take equally long, and files by name, so that each run has the same files on a stack in the same order. */
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
    return byName(files);
  }
}

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
    // For what hangs: three shards may share two busy cores.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    maxWorkers: 1,
    // Chromium, the sessions and the modules of a shard serve all of its files.
    isolate: false,
    sequence: { sequencer: Balanced },
  },
});
