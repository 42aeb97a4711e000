import { globSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { ROOT } from './paths.ts';

/** The first load of each list, in kB by feature, as the last build has it; under ACCOUNT_SCREEN what the balance adds to a
 * resident's, and under their paths those of MEETING_SCREENS. */
const FIRST_LOADS = join(ROOT, 'dist', 'first-loads.json');

const ACCOUNT_SCREEN = '/account';

/** They are opened where the connection is bad. */
const MEETING_SCREENS = { '/meetings/:id/desk': 'desk/page.tsx', '/meetings/:id/room': 'room/page.tsx' };

const CLIENT_SOURCES = join(ROOT, 'client');
/** Its index names every icon; only those that are used are bundled. */
const ICONS = /[\\/]lucide-react[\\/]/;
/** Needed by forms, and by no list. */
const ZOD = /[\\/]node_modules[\\/]zod[\\/]/;
/** Modules that fewer lists share stay apart, so that the others do not load them. */
const LEAST_LISTS = 5;

/** Few chunks: many small ones compress worse, and each costs the page a request. Packages lie apart from our own code,
 * because a release rarely changes them. */
export const clientChunks = (): Rolldown.CodeSplittingOptions => {
  let shared: ReadonlySet<string> | undefined;
  const sharedByLists: Rolldown.CodeSplittingNameFunction = (id, graph) => {
    shared ??= modulesOfLists(graph);
    return shared.has(id) ? 'lists' : null;
  };
  return {
    groups: [
      { name: 'vendor', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 4 },
      { name: 'app', tags: ['$initial'], priority: 3 },
      { name: sharedByLists, priority: 2 },
      { name: 'zod', test: ZOD, priority: 1 },
      { name: 'icons', test: ICONS, minShareCount: LEAST_LISTS, priority: 1 },
    ],
  };
};

const SHARED = ['vendor', 'app', 'lists', 'icons', 'zod'];

/** The first load names every lazy chunk, so their names are short. */
export const chunkFileName = ({ name }: { name: string }): string =>
  SHARED.includes(name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js';

/** Files to fetch together with a lazy chunk: its styles, and what many screens share. A list of every chunk's imports
 * would be 3 kB of the first load. */
export const preloadedFiles = (_: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
  hostType === 'html' ? files : files.filter((file) => !file.endsWith('.js') || /\/(lists|icons|zod)-/.test(file));

const listScreens = (): string[] => globSync(join(CLIENT_SOURCES, '*', '*', 'list.tsx'));

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const modulesOfLists = (graph: Graph): ReadonlySet<string> => {
  const lists = new Map<string, number>();
  for (const screen of listScreens())
    for (const id of importsOf(screen, graph)) lists.set(id, (lists.get(id) ?? 0) + 1);
  return new Set([...lists].filter(([, count]) => count >= LEAST_LISTS).map(([id]) => id));
};

/** All that a module imports, directly or not. */
const importsOf = (root: string, graph: Graph): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (id: string) => {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(imported) || ICONS.test(imported)) continue;
      found.add(imported);
      visit(imported);
    }
  };
  visit(root);
  return found;
};

/** Writes FIRST_LOADS: the gzip of the page's scripts with those of one list. */
export const firstLoadsFile = (): Plugin => ({
  name: 'first-loads-file',
  apply: 'build',
  writeBundle: (_, bundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const sizes = new Map(chunks.map(({ fileName, code }) => [fileName, gzipSync(code).length]));
    const sizeOf = (roots: Rolldown.OutputChunk[]) =>
      [...filesOf(roots, bundle)].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0) / 1000;
    const page = chunks.filter((chunk) => chunk.isEntry);
    const lists = chunks.filter(({ facadeModuleId }) => listScreens().includes(facadeModuleId ?? ''));
    const loads = new Map(lists.map((list) => [featureOf(list), sizeOf([...page, list])]));
    const resident = [...page, ...lists.filter((list) => featureOf(list) === 'invoices')];
    const of = (...path: string[]) =>
      chunks.filter(({ facadeModuleId }) => facadeModuleId === join(CLIENT_SOURCES, ...path));
    loads.set(ACCOUNT_SCREEN, sizeOf([...resident, ...of('money', 'account', 'my-balance.tsx')]) - sizeOf(resident));
    for (const [path, screen] of Object.entries(MEETING_SCREENS))
      loads.set(path, sizeOf([...page, ...of('meetings', screen)]));
    const rounded = [...loads].sort().map(([name, kB]) => [name, Math.round(kB * 10) / 10]);
    writeFileSync(FIRST_LOADS, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
  },
});

const featureOf = ({ facadeModuleId }: Rolldown.OutputChunk): string => basename(dirname(facadeModuleId ?? ''));

const filesOf = (roots: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (name: string) => {
    const file = bundle[name];
    if (found.has(name) || file?.type !== 'chunk') return;
    found.add(name);
    for (const imported of file.imports) visit(imported);
  };
  for (const { fileName } of roots) visit(fileName);
  return found;
};
