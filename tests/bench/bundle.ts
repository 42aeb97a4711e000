import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { ROOT } from '../../local/paths.ts';

export const gzipKb = (code: string | Uint8Array): number => gzipSync(code).length / 1000;

/** An entry of ours with all that it imports (but `without`) as one minified module. */
export const bundle = async (entry: string, without: string[] = []): Promise<string> => {
  const answer = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      lib: { entry: join(ROOT, entry), formats: ['es'], fileName: 'bundle' },
      rolldownOptions: {
        // One file, also of what loads on demand.
        output: { codeSplitting: false },
        external: (name) => without.some((one) => name === one || name.startsWith(`${one}/`)),
      },
    },
  });
  const [first] = Array.isArray(answer) ? answer : [answer];
  if (!first || !('output' in first)) throw new Error(`${entry} gave no bundle`);
  return first.output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
};

let watcher: Promise<string> | undefined;

/** Gives the page and all that it navigates to a global `watching`. */
export const watchPage = async (page: Page): Promise<void> => {
  watcher ??= bundle('tests/bench/page/watch.ts');
  await page.addInitScript({ content: `{${await watcher}}` });
};
