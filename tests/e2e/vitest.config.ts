import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FIREFOX_TESTS } from '../../local/firefox.ts';

/** Seconds that a file takes when two shards run. Those without a figure here take about USUAL_SECONDS. */
const SECONDS: Record<string, number> = {
  accessibility: 65,
  ageing: 32,
  announcements: 40,
  'announcements-words': 24,
  billing: 47,
  compliance: 43,
  conversation: 41,
  dashboard: 42,
  devices: 28,
  documents: 69,
  dues: 58,
  exports: 23,
  faults: 53,
  install: 34,
  invitation: 38,
  list: 31,
  'late-fees': 30,
  'meeting-room': 22,
  live: 20,
  meetings: 26,
  'meeting-aeroplane': 65,
  'meeting-desk': 22,
  'meeting-minutes': 22,
  'meeting-file': 30,
  'meeting-notice': 25,
  people: 45,
  recording: 48,
  'restore-drill': 43,
  rights: 21,
  routes: 43,
  screens: 60,
  search: 34,
  session: 42,
  signup: 46,
  story: 22,
  'waiting-files': 20,
  widths: 35,
};
const USUAL_SECONDS = 11;

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
    return shards[index - 1]!.files;
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return byName(files);
  }
}

const secondsOf = ({ moduleId }: TestSpecification): number => SECONDS[basename(moduleId, '.test.ts')] ?? USUAL_SECONDS;
const byName = (files: TestSpecification[]) => [...files].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1));

/** Browser tests, one file at a time on one stack. Local steps run two shards at once, as browsers mostly wait. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['tests/e2e/**/*.test.ts'],
    exclude: process.env.FIREFOX ? [] : [FIREFOX_TESTS],
    environment: 'node',
    globalSetup: ['tests/e2e/support/global-setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    pool: 'forks',
    maxWorkers: 1,
    // Chromium, the sessions and the modules of a shard serve all of its files.
    isolate: false,
    sequence: { sequencer: Balanced },
  },
});
