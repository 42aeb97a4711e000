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
const PAGE = join(CLIENT_SOURCES, 'main.tsx');
const PACKAGES = /[\\/]node_modules[\\/]/;
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
  let meetings: ReturnType<typeof modulesOfMeetings> | undefined;
  const sharedByLists: Rolldown.CodeSplittingNameFunction = (id, graph) => {
    shared ??= modulesOfLists(graph);
    return shared.has(id) ? 'lists' : null;
  };
  const ofMeetings = (graph: Graph) => {
    meetings ??= modulesOfMeetings(graph);
    return meetings;
  };
  const rulesOfMeetings: Rolldown.CodeSplittingNameFunction = (id, graph) =>
    ofMeetings(graph).rules.has(id) ? RULES_OF_MEETINGS : null;
  const besideRules: Rolldown.CodeSplittingNameFunction = (id, graph) =>
    ofMeetings(graph).beside.has(id) ? basename(id) : null;
  return {
    groups: [
      { name: 'vendor', tags: ['$initial'], test: PACKAGES, priority: 4 },
      { name: 'app', tags: ['$initial'], priority: 3 },
      { name: sharedByLists, priority: 2 },
      { name: besideRules, priority: 2 },
      { name: rulesOfMeetings, priority: 1 },
      { name: 'zod', test: ZOD, priority: 1 },
      { name: 'icons', test: ICONS, minShareCount: LEAST_LISTS, priority: 1 },
    ],
  };
};

const RULES_OF_MEETINGS = 'rules-of-meetings';
const SHARED = ['vendor', 'app', 'lists', 'icons', 'zod', RULES_OF_MEETINGS];
const MEETING = 'assets/meeting-';

type Named = { name: string; facadeModuleId?: string | null };

/** The first load names every lazy chunk, so their names are short. */
export const chunkFileName = ({ name, facadeModuleId }: Named): string => {
  if (SHARED.includes(name)) return 'assets/[name]-[hash].js';
  return isMeetingScreen(facadeModuleId) ? `${MEETING}[hash].js` : 'assets/[hash].js';
};

const isMeetingScreen = (id: string | null | undefined): boolean => meetingScreens().includes(id ?? '');

/** Files to fetch together with a lazy chunk: its styles, and what many screens share. A list of every chunk's imports
 * would be 3 kB of the first load; screens that are opened where the connection is bad have theirs. */
export const preloadedFiles = (chunk: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
  hostType === 'html' || chunk.startsWith(MEETING)
    ? files
    : files.filter((file) => !file.endsWith('.js') || /\/(lists|icons|zod)-/.test(file));

const listScreens = (): string[] => globSync(join(CLIENT_SOURCES, '*', '*', 'list.tsx'));

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const modulesOfLists = (graph: Graph): ReadonlySet<string> => {
  const lists = new Map<string, number>();
  for (const screen of listScreens())
    for (const id of importsOf(screen, graph)) lists.set(id, (lists.get(id) ?? 0) + 1);
  return new Set([...lists].filter(([, count]) => count >= LEAST_LISTS).map(([id]) => id));
};

const meetingScreens = (): string[] =>
  Object.values(MEETING_SCREENS).map((screen) => join(CLIENT_SOURCES, 'meetings', screen));

/** The `rules`, which the desk and the room both need and no list does, go into one file: thirty small ones took longer. The
 * modules `beside` them, which they import and other screens need too, would come along, so each is a file of its own. */
const modulesOfMeetings = (graph: Graph) => {
  const [desk, room] = meetingScreens().map((screen) => importsOf(screen, graph));
  const ofLists = new Set(listScreens().flatMap((screen) => [...importsOf(screen, graph)]));
  const elsewhere = new Set([...importsOf(PAGE, graph), ...modulesOfLists(graph)]);
  const isOwn = (id: string) => room!.has(id) && !ofLists.has(id) && !elsewhere.has(id) && !PACKAGES.test(id);
  const rules: ReadonlySet<string> = new Set([...desk!].filter(isOwn));
  const imported = [...rules].flatMap((id) => importsFrom(id, graph));
  return { rules, beside: new Set(imported.filter((id) => !rules.has(id) && !elsewhere.has(id))) };
};

/** All that a module imports, directly or not. */
const importsOf = (root: string, graph: Graph): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (id: string) => {
    for (const imported of importsFrom(id, graph)) {
      if (found.has(imported)) continue;
      found.add(imported);
      visit(imported);
    }
  };
  visit(root);
  return found;
};

const importsFrom = (id: string, graph: Graph): readonly string[] =>
  (graph.getModuleInfo(id)?.importedIds ?? []).filter((imported) => !ICONS.test(imported));

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
