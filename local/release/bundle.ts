import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../paths.ts';

/** The scripts of a release: the command, and what it runs as processes of their own. */
const SCRIPTS = ['instance/cli.ts', 'process-watchdog.ts', 's3.ts'];

/** Bundles them, with all packages that they import, into files of `folder`. Node needs nothing else. */
export const bundleScripts = async (folder: string): Promise<void> => {
  const input = SCRIPTS.map((path) => [path.replace(/^.*\/|\.ts$/g, ''), join(ROOT, 'local', path)]);
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: aliases() },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'node22',
      outDir: folder,
      emptyOutDir: true,
      // Stacks in the log name what they mean.
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(input),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        // Packages for browsers say where they begin; here it means nothing.
        onwarn: () => undefined,
      },
    },
  });
};

/** Those of the worker; and the databases are servers, never files. */
const aliases = () => {
  const [, list = ''] = /^\[alias\]\n((?:".+\n)+)/m.exec(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')) ?? [];
  const worker = [...list.matchAll(/^"(.+)" = "(.+)"$/gm)].map(([, find = '', path = '']) => ({
    find: new RegExp(`^${find}$`),
    replacement: join(ROOT, path),
  }));
  return [...worker, { find: /^@libsql\/client$/, replacement: '@libsql/client/web' }];
};
