import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@libsql/client/web';
import { databaseTokenOf } from '../../local/data-dir.ts';
import { SETTINGS_FILE } from '../../local/instance/settings.ts';
import { ROOT } from '../../local/paths.ts';
import { freePorts } from '../../local/ports.ts';
import { bundleScripts } from '../../local/release/bundle.ts';
import { envText, makeSecrets } from '../../local/secrets.ts';
import { required } from '../support/required.ts';

/** A server under load: its address, its database, the secret that signs its tokens, and its process. */
export type LoadServer = { url: string; db: Client; jwtSecret: string; pid: number; stop(): Promise<void> };

/** An instance as a release runs it, in a process of its own with an empty database. */
export const startInstance = async (): Promise<LoadServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-load-'));
  const app = await bundledApp();
  const port = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const { JWT_SECRET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = makeSecrets();
  await mkdir(join(folder, 'data'), { recursive: true });
  const settings = {
    ...{ PUBLIC_URL: url, PORT: String(port), SUPPORT_EMAIL: 'a@load.example', MAIL_FROM: 'a@load.example' },
    ...{ JWT_SECRET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, BACKUPS: 'off' },
  };
  await writeFile(join(folder, SETTINGS_FILE), envText(settings));
  const log = openSync(join(tmpdir(), 'load.log'), 'w');
  const child = spawn(
    process.execPath,
    [...(process.env.LOAD_FLAGS ?? '').split(' ').filter(Boolean), join(app, 'cli.mjs'), 'run'],
    {
      env: { ...process.env, PORCHLIGHT_HOME: folder },
      stdio: ['ignore', log, log],
    },
  );
  await untilLive(child, url);
  const token = required(databaseTokenOf(join(folder, 'data')));
  return {
    url,
    db: createClient({ url: `http://127.0.0.1:${port + 1}`, authToken: token }),
    jwtSecret: JWT_SECRET,
    pid: required(child.pid),
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** The scripts of a release, with the rest of it from the clone. Returns their folder. */
const bundledApp = async (): Promise<string> => {
  const root = join(ROOT, 'dist', 'load');
  await bundleScripts(join(root, 'app'));
  for (const [name, target] of Object.entries({
    migrations: 'migrations',
    node_modules: 'node_modules',
    'package.json': 'package.json',
    dist: 'dist',
  })) {
    await rm(join(root, name), { force: true });
    await symlink(join(ROOT, target), join(root, name));
  }
  return join(root, 'app');
};

const untilLive = async (child: ChildProcess, url: string): Promise<void> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`${url}/api/live`).catch(() => undefined);
    if (answer?.ok) return;
    if (child.exitCode !== null) break;
    await sleep(100);
  }
  throw new Error('The instance does not start');
};
