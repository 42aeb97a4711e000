import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, extract } from 'tar';
import { ROOT } from '../../local/paths.ts';
import { nth } from './required.ts';

type Ended = { code: number | null; said: string };

/** Runs a command to its end. `kill` ends it before, with SIGKILL. */
export const running = (command: string, words: string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(command, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part;
    });
  const ended = new Promise<Ended>((resolve) => child.once('exit', (code) => resolve({ code, said })));
  return { ended, kill: () => child.kill('SIGKILL') };
};

/** Builds this clone's release. Returns its archive. */
export const buildArchive = async (): Promise<string> => {
  const { code, said } = await running(process.execPath, [join(ROOT, 'local', 'release.ts')], {
    NODE_ENV: 'production',
  }).ended;
  if (code !== 0) throw new Error(said);
  const folder = join(ROOT, 'dist', 'release');
  return join(
    folder,
    nth(
      readdirSync(folder).filter((name) => name.endsWith('.tar.gz')),
      0,
    ),
  );
};

/** The release of an unpacked folder, under another version and with one more migration, which later ones have too unless it is
 * `broken`. Returns its archive. */
export const variantOf = async (
  unpacked: string,
  version: string,
  into: string,
  { broken = false } = {},
): Promise<string> => {
  const table = `later_${version.replaceAll('.', '_')}`;
  const sql = `CREATE TABLE ${table} (id TEXT);${broken ? '--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);' : ''}`;
  const journal = join(unpacked, 'migrations', 'meta', '_journal.json');
  const before = readFileSync(journal, 'utf8');
  const release = readFileSync(join(unpacked, 'release.json'), 'utf8');
  const known = JSON.parse(before) as { entries: { tag: string; when: number; idx: number }[] };
  const tag = `9999_${version.replaceAll('.', '_')}`;
  const last = nth(known.entries, -1);
  known.entries.push({ ...last, tag, when: last.when + Number(version.replaceAll('.', '')), idx: last.idx + 1 });
  const changed = {
    'release.json': JSON.stringify({ ...JSON.parse(release), version }),
    'migrations/meta/_journal.json': JSON.stringify(known),
    [`migrations/${tag}.sql`]: sql,
  };
  const listed = JSON.parse(readFileSync(join(unpacked, 'files.json'), 'utf8')) as Record<string, string>;
  for (const [path, text] of Object.entries(changed)) {
    writeFileSync(join(unpacked, path), text);
    listed[path] = createHash('sha256').update(text).digest('hex');
  }
  const original = readFileSync(join(unpacked, 'files.json'), 'utf8');
  writeFileSync(join(unpacked, 'files.json'), JSON.stringify(listed));
  const archive = join(into, `porchlight-${version}.tar.gz`);
  await create({ file: archive, cwd: unpacked, gzip: { level: 1 }, prefix: 'porchlight' }, readdirSync(unpacked));
  writeFileSync(`${archive}.sha256`, `${createHash('sha256').update(readFileSync(archive)).digest('hex')}  x\n`);
  if (broken) {
    rmSync(join(unpacked, `migrations/${tag}.sql`));
    writeFileSync(journal, before);
    writeFileSync(join(unpacked, 'files.json'), original);
  }
  return archive;
};

export const unpack = async (archive: string, folder: string): Promise<string> => {
  mkdirSync(folder, { recursive: true });
  await extract({ file: archive, cwd: folder, strip: 1 });
  return folder;
};
