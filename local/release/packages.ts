import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';

/** A package that a release holds, or may hold parts of. `hash` is SHA-512 in base64. */
type Package = { name: string; version: string; license: string; hash: string; folder: string };

type Locked = {
  version?: string;
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
};
type Lock = Record<string, Locked>;

/** The packages that the app and its tools import, with those that these import, and the runtimes. */
export const releasedPackages = (runtimes: readonly string[]): Package[] => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock };
  const found = new Set(runtimes.map((name) => `node_modules/${name}`));
  const add = (from: string) => {
    for (const name of Object.keys(packages[from]?.dependencies ?? {})) {
      const path = placeOf(packages, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      add(path);
    }
  };
  add('');
  return [...found]
    .map((path) => ({ path, ...packages[path] }))
    .map(({ path, version = '', license = 'NOASSERTION', integrity = '' }) => ({
      ...{ name: nameOf(path), version, license },
      hash: integrity.replace(/^sha512-/, ''),
      folder: join(ROOT, path),
    }))
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
};

/** The nearest folder above `from` that has it, as Node looks for it. */
const placeOf = (packages: Lock, from: string, name: string): string | undefined => {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at && `${at}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '') return undefined;
  }
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** A software bill of materials (CycloneDX 1.6). `at` is the time of the commit. */
export const sbomOf = (packages: readonly Package[], version: string, at: string): string =>
  `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { timestamp: at, component: { type: 'application', name: 'porchlight', version } },
      components: packages.map(({ name, version: of, license, hash }) => ({
        type: 'library',
        name,
        version: of,
        purl: `pkg:npm/${name.replace('@', '%40')}@${of}`,
        licenses: [{ expression: license }],
        ...(hash && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
      })),
    },
    null,
    1,
  )}\n`;

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;

/** Their licences, as they ask to be passed on. */
export const noticesOf = (packages: readonly Package[]): string =>
  packages
    .map(({ name, version, license, folder }) => {
      const files = existsSync(folder)
        ? readdirSync(folder)
            .filter((file) => LICENSE_FILE.test(file))
            .sort()
        : [];
      const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
      return [`${'='.repeat(78)}\n${name} ${version} (${license})`, ...texts].join('\n\n');
    })
    .join('\n\n')
    .concat('\n');
