import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';

/** A package that a release holds, or may hold parts of. `hash` is SHA-512 in base64. */
type Package = { name: string; version: string; license: string; hash: string; folder: string };

type Locked = {
  version?: string;
  license?: string;
  integrity?: string;
  dev?: true;
  devOptional?: true;
  optional?: true;
  link?: true;
};

/** The packages that the app and its tools import, without those of development, and the runtimes. */
export const releasedPackages = (runtimes: readonly string[]): Package[] => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, optional, link }]) => {
      const name = nameOf(path);
      return path !== '' && !link && (runtimes.includes(name) || (!dev && !devOptional && !optional));
    })
    .map(([path, { version = '', license = 'NOASSERTION', integrity = '' }]) => ({
      ...{ name: nameOf(path), version, license },
      hash: integrity.replace(/^sha512-/, ''),
      folder: join(ROOT, path),
    }))
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
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
