import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { isLoopback } from '../../worker/environment.ts';
import { migrate } from '../migrate.ts';
import { inModules, ROOT } from '../paths.ts';
import { type OnLog, Processes } from '../processes.ts';
import { messageOf, UserError } from '../user-error.ts';
import { leftovers, unreadSettings } from './leftovers.ts';
import { type EnvironmentName, requireSettings, type Settings, WORKER_SETTINGS } from './settings.ts';
import { checkDeployed } from './smoke.ts';

type Deployment = {
  name: EnvironmentName;
  settings: Settings;
  onLog: OnLog;
  /** How long the new version may take to answer, in milliseconds. */
  patienceMs?: number;
};

/** All that touches nothing outside: the settings are complete, the client and the worker are built. Throws a UserError. */
export const prepare = (deployment: Deployment): Promise<void> =>
  withProcesses(deployment, async (run, say) => {
    requireSettings(run.name, run.settings);
    for (const line of unreadSettings(run.name)) say(line);
    say('Building the client...');
    await buildClientFor(run);
    say('Bundling the worker...');
    await wrangler(run, ['--dry-run']);
  });

/** Brings out what was prepared, and asks whether it works. Throws a UserError that says what to do. */
export const release = (deployment: Deployment): Promise<void> =>
  withProcesses(deployment, async (run, say) => {
    const { name, settings, patienceMs = 60_000 } = deployment;
    await migrateDatabase(settings, say);
    say('Uploading the worker...');
    await wrangler(run, []);
    await checkDeployed(settings, { patienceMs, say }).catch((error) => {
      throw new UserError(`${messageOf(error)}\n${rollbackOf(name)}`);
    });
    for (const line of await leftovers(name, settings)) say(line);
    say(`${settings.PUBLIC_URL} runs the new version.\n${rollbackOf(name)}`);
  });

type Run = { processes: Processes; name: EnvironmentName; settings: Settings; folder: string };
type Say = (line: string) => void;

const withProcesses = async ({ name, settings, onLog }: Deployment, work: (run: Run, say: Say) => Promise<void>) => {
  const processes = new Processes(onLog);
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-deploy-'));
  try {
    await work({ processes, name, settings, folder }, (line) => onLog('deploy', line));
  } finally {
    await processes.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const rollbackOf = (name: EnvironmentName) =>
  `To go back to the version before: npx wrangler rollback --env ${name}
The database stays as it is, and the version before serves it until a fixed one is out: docs/operations.md, "Going back".`;

const clientFolder = (name: EnvironmentName) => join(ROOT, 'dist', name);

const buildClientFor = ({ processes, name, settings }: Run) => {
  const words = ['build', '--logLevel', 'warn', '--outDir', clientFolder(name)];
  const env = { NODE_ENV: 'production', SUPPORT_EMAIL: settings.SUPPORT_EMAIL };
  return processes.run('client build', process.execPath, [inModules('vite', 'bin', 'vite.js'), ...words], env);
};

const migrateDatabase = async ({ DATABASE_URL: url = '', DATABASE_TOKEN }: Settings, say: Say) => {
  const client = createClient({ url, authToken: DATABASE_TOKEN });
  try {
    const applied = await migrate(client);
    say(applied.length > 0 ? `Applied the migrations ${applied.join(', ')}.` : 'No migration is missing.');
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`The database at ${url} could not be migrated, so nothing was uploaded: ${messageOf(error)}`);
  } finally {
    client.close();
  }
};

/** Variables that someone has set in the dashboard stay (`--keep-vars`), as do secrets that the settings do not name. */
const wrangler = async ({ processes, name, settings, folder }: Run, more: string[]): Promise<void> => {
  const secretsFile = join(folder, 'secrets.json');
  const given = Object.entries(WORKER_SETTINGS).flatMap(([one, { isSecret }]) => {
    const value = settings[one as keyof Settings];
    return value ? [{ one, value, isSecret }] : [];
  });
  const secrets = given.filter(({ isSecret }) => isSecret).map(({ one, value }) => [one, value]);
  await writeFile(secretsFile, JSON.stringify(Object.fromEntries(secrets)), { mode: 0o600 });
  const vars = given.filter(({ isSecret }) => !isSecret).flatMap(({ one, value }) => ['--var', `${one}:${value}`]);
  const files = ['--assets', clientFolder(name), '--outdir', join(folder, 'worker'), '--secrets-file', secretsFile];
  const words = ['deploy', '--env', name, '--keep-vars', ...domainOf(settings), ...files, ...vars, ...more];
  await processes.run('upload', process.execPath, [inModules('wrangler', 'bin', 'wrangler.js'), ...words], {
    CLOUDFLARE_ACCOUNT_ID: settings.CLOUDFLARE_ACCOUNT_ID,
    CLOUDFLARE_API_TOKEN: settings.CLOUDFLARE_API_TOKEN,
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_WRITE_LOGS: 'false',
    WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
    CI: 'true',
  });
};

/** The worker answers at its public address, which must lie in a zone of the account. */
const domainOf = ({ PUBLIC_URL = '' }: Settings): string[] => {
  const { hostname } = new URL(PUBLIC_URL);
  return hostname.endsWith('.workers.dev') || isLoopback(PUBLIC_URL) ? [] : ['--domain', hostname];
};
