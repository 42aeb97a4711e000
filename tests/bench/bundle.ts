import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { ROOT } from '../../local/paths.ts';

export const gzipKb = (code: string | Uint8Array): number => gzipSync(code).length / 1000;

/** An entry of ours with all that it imports (but `without`) as one minified module. */
export const bundle = async (entry: string, without: string[] = []): Promise<string> =>
  (await chunksOf(entry, without, false)).map(({ code }) => code).join('\n');

/** The same without what it loads on demand. */
export const bundleOfStart = async (entry: string): Promise<string> => {
  const chunks = await chunksOf(entry, [], true);
  const needed = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of needed) for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
  return [...needed].map(({ code }) => code).join('\n');
};

const chunksOf = async (entry: string, without: string[], codeSplitting: boolean) => {
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
        output: { codeSplitting },
        external: (name) => without.some((one) => name === one || name.startsWith(`${one}/`)),
      },
    },
  });
  const [first] = Array.isArray(answer) ? answer : [answer];
  if (!first || !('output' in first)) throw new Error(`${entry} gave no bundle`);
  return first.output.filter((chunk) => chunk.type === 'chunk');
};

let watcher: Promise<string> | undefined;

/** Gives the page and all that it navigates to a global `watching`. */
export const watchPage = async (page: Page): Promise<void> => {
  watcher ??= bundle('tests/bench/page/watch.ts');
  await page.addInitScript({ content: `{${await watcher}}` });
};
