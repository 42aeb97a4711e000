import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { ROLES, type Role } from '../schema/users.ts';
import { ROOT } from './paths.ts';
import { type Screens, screensIn } from './role-screens.ts';

/** The place of a file among those that a device stores (client/service-worker/stored-files.ts). */
type Placed = { rank: number; shell?: true; roles?: readonly Role[] };
type Entry = { url: string; revision: string | null };

/** `plugin` finds out which files the screens of each role need; `place` puts the list of files in the order in which devices
 * store them. */
export const appFiles = () => {
  const placed = new Map<string, Placed>();
  const plugin: Plugin = {
    name: 'app-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: (_, bundle) => {
        for (const [name, place] of placesOf(bundle, screensOfClient())) placed.set(name, place);
      },
    },
  };
  const place = <File extends Entry>(files: readonly File[]) => {
    const rankOf = ({ url }: File) => placed.get(url)?.rank ?? (url === PAGE ? 0 : FIRST_PARTS);
    return [...new Map(files.map((file) => [file.url, file])).values()]
      .sort((a, b) => rankOf(a) - rankOf(b))
      .map((file) => {
        const { shell = file.url === PAGE, roles } = placed.get(file.url) ?? {};
        return { ...file, ...(shell && { shell }), ...(roles && { roles }) };
      });
  };
  return { plugin, place };
};

const PAGE = 'index.html';
/** Fonts and icons come after the shell, before the screens. */
const FIRST_PARTS = 1;

/** The places of the scripts and styles of a build, by file name; its `screens` are known by module. */
const placesOf = (bundle: Rolldown.OutputBundle, screens: Screens): ReadonlyMap<string, Placed> => {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const shell = new Set(reached(entries, bundle, () => []));
  const byRole = ROLES.map((role) => {
    const opens = (chunk: Rolldown.OutputChunk) => screens.get(chunk.facadeModuleId ?? '')?.has(role) ?? true;
    return [role, reached(entries, bundle, (chunk) => chunk.dynamicImports, opens)] as const;
  });
  const places = new Map<string, Placed>();
  for (const chunk of chunks) {
    const roles = byRole.filter(([, chunks]) => chunks.includes(chunk)).map(([role]) => role);
    const rank = Math.min(...byRole.map(([, chunks]) => chunks.indexOf(chunk)).filter((at) => at >= 0));
    const isForAll = roles.length === 0 || roles.length === ROLES.length;
    const place: Placed = shell.has(chunk)
      ? { rank: 0, shell: true }
      : { rank: FIRST_PARTS + 1 + (roles.length > 0 ? rank : chunks.length), ...(!isForAll && { roles }) };
    for (const name of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
      if (!places.get(name)?.shell) places.set(name, place);
  }
  return places;
};

/** The chunks that these load, in the order in which they are met: at once, and what `later` names where one `opens` it. */
const reached = (
  roots: readonly Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
  later: (chunk: Rolldown.OutputChunk) => readonly string[],
  opens: (chunk: Rolldown.OutputChunk) => boolean = () => true,
): Rolldown.OutputChunk[] => {
  const found = new Set(roots);
  const chunkOf = (name: string) => (bundle[name]?.type === 'chunk' ? [bundle[name]] : []);
  // A set tells what is added to it while it is walked.
  for (const chunk of found) {
    for (const name of chunk.imports) for (const next of chunkOf(name)) found.add(next);
    for (const name of later(chunk)) for (const next of chunkOf(name)) if (opens(next)) found.add(next);
  }
  return [...found];
};

const screensOfClient = (): Screens => {
  const screens = new Map<string, ReadonlySet<Role>>();
  for (const file of globSync(join(ROOT, 'client', '**', '*.{ts,tsx}'))) {
    const source = readFileSync(file, 'utf8');
    if (source.includes('screen: ')) for (const [name, roles] of screensIn(file, source)) screens.set(name, roles);
  }
  return screens;
};
