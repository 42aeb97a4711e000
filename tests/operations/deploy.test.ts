import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@libsql/client/web';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { startDatabase } from '../../local/database.ts';
import { release } from '../../local/deploy/deploy.ts';
import { unreadSettings } from '../../local/deploy/leftovers.ts';
import {
  deploymentWords,
  ENVIRONMENTS,
  readSettings,
  requireSettings,
  type Settings,
  WORKER_SETTINGS,
} from '../../local/deploy/settings.ts';
import { checkDeployed } from '../../local/deploy/smoke.ts';
import { ROOT } from '../../local/paths.ts';
import { freePort } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import { makeSecrets } from '../../local/secrets.ts';
import { varsOf } from '../../local/variables.ts';
import { createApp } from '../../worker/app.ts';
import { type CloudflareApi, startCloudflareApi } from '../support/cloudflare-api.ts';
import { createContext, testConfig, testDeps } from '../support/fixtures.ts';
import { givePassword, PASSWORD } from '../support/passwords.ts';
import { type Served, serve } from '../support/served.ts';

const at = (port: number) => `http://127.0.0.1:${port}`;
const urls = { app: at(1), database: at(2), files: at(3), mail: at(4), payments: at(5) };
const cloudflare = { CLOUDFLARE_ACCOUNT_ID: 'acc', CLOUDFLARE_API_TOKEN: 'the-token' };
const settings: Settings = { ...varsOf(urls, makeSecrets()), ...cloudflare };

describe('the settings of a deployment', () => {
  test('what is missing is named, with where it comes from, all at once', () => {
    expect(() => requireSettings('staging', settings)).not.toThrow();
    const { JWT_SECRET, DATABASE_URL, CLOUDFLARE_API_TOKEN, ...rest } = settings;
    expect(() => requireSettings('staging', { ...rest, MAIL_FROM: 'nobody' })).toThrow(
      [
        'The environment "staging" is not complete:',
        '  MAIL_FROM is no email address (a sender of a domain that is verified at Resend)',
        '  JWT_SECRET is missing (made by you: openssl rand -hex 32)',
        '  DATABASE_URL is missing (turso db show NAME --url)',
        '  CLOUDFLARE_API_TOKEN is missing (Cloudflare, API Tokens, template "Edit Cloudflare Workers")',
      ].join('\n'),
    );
  });

  test('what only works on one’s own machine is named', () => {
    const mixed = { ...settings, PUBLIC_URL: 'http://porchlight.example', STRIPE_SECRET_KEY: 'sk_live_1' };
    expect(() => requireSettings('production', mixed)).toThrow(
      /PUBLIC_URL must begin with https:\/\/\n.*must both be test keys or both be live keys/,
    );
  });

  test('they are read from the file of the environment, and the process’ own count first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'porchlight-settings-'));
    await writeFile(join(folder, '.env.staging'), 'S3_BUCKET=of-the-file\nS3_REGION=of-the-file\nOTHER=1\n');
    const given = { S3_REGION: 'of-the-process', HOME: '/root' };
    expect(readSettings('staging', given, folder)).toEqual({ S3_BUCKET: 'of-the-file', S3_REGION: 'of-the-process' });
    expect(readSettings('production', given, folder)).toEqual({ S3_REGION: 'of-the-process' });
    await rm(folder, { recursive: true });
  });

  test('a name that nothing reads is said, whether an earlier release read it or it is misspelled', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'porchlight-settings-'));
    await writeFile(
      join(folder, '.env.staging'),
      'PUBLIC_URL=https://a.example\nSMTP_HOST=x\nSMOKE_EMAIL=a@b.example\n',
    );
    expect(unreadSettings('staging', folder)).toEqual([
      'SMTP_HOST in .env.staging is not used. Remove it, or correct its name.',
    ]);
    await rm(folder, { recursive: true });
  });

  test('an environment that does not exist is refused', () => {
    expect(deploymentWords([])).toEqual({ name: 'production', dryRun: false });
    expect(deploymentWords(['--env', 'staging', '--dry-run'])).toEqual({ name: 'staging', dryRun: true });
    expect(() => deploymentWords(['--env', 'moon'])).toThrow('--env takes production or staging, and is "moon".');
    expect(() => deploymentWords(['--fast'])).toThrow('The options are --env and --dry-run.');
  });

  test('docs/operations-appendix.md speaks of each variable', async () => {
    const text = await readFile(join(ROOT, 'docs', 'operations-appendix.md'), 'utf8');
    expect(Object.keys(WORKER_SETTINGS).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

test('each environment has every binding, and shares no counter and no data set with another', () => {
  const config = join(ROOT, 'wrangler.toml');
  const bindingsOf = (env?: string) => {
    const { durable_objects, ratelimits, analytics_engine_datasets } = readConfig({ config, env });
    return { durable_objects, ratelimits, analytics_engine_datasets };
  };
  const shapeOf = (env?: string) =>
    JSON.stringify(bindingsOf(env)).replaceAll(/"(namespace_id|dataset)":"\w+"/g, '"$1":"its own"');
  const apart = ENVIRONMENTS.map((env) => JSON.stringify(bindingsOf(env)));
  expect(ENVIRONMENTS.map(shapeOf)).toEqual(ENVIRONMENTS.map(() => shapeOf()));
  expect(new Set(apart).size).toBe(apart.length);
});

// Each test looks at what the one before has deployed.
describe('a deployment to staging', { shuffle: false }, () => {
  let folder: string;
  let database: string;
  let site: Served;
  let api: CloudflareApi;
  let dryRun: string;
  const processes = new Processes(() => undefined);
  const people: { smoke?: string } = {};
  /** The app as it runs on the deployed database. */
  const configOf = (publicUrl: string, payments: string) => ({
    ...testConfig(),
    publicUrl,
    stripe: { ...testConfig().stripe, url: payments },
  });
  const serveApp = async (payments: string) => {
    const served: Served = await serve((request) => {
      const deps = testDeps({ db: createClient({ url: database }), config: configOf(served.url, payments) });
      return createApp(deps).fetch(request);
    });
    return served;
  };
  const createAccount = async () => {
    const { db, rex } = await createContext({ db: createClient({ url: database }) });
    await givePassword(db, rex);
    people.smoke = rex.email;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'porchlight-deployed-'));
    database = (await startDatabase(processes, { port: await freePort(), dataDir: folder })).url;
    api = await startCloudflareApi(createAccount);
    site = await serveApp(inject('mailUrl'));
    const command = [join(ROOT, 'local', 'bootstrap.mjs'), 'deploy', '--env', 'staging', '--dry-run'];
    const env = { ...process.env, ...settings };
    dryRun = (await promisify(execFile)(process.execPath, command, { cwd: ROOT, env })).stdout;
  }, 120_000);
  afterAll(async () => {
    await Promise.all([api.close(), site.close(), processes.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  test('the dry run builds client and worker and touches nothing', () => {
    expect(dryRun).toMatch(/Building the client\.\.\.[\s\S]*Read \d{2,} files[\s\S]*--dry-run: exiting now\./);
    expect(dryRun.trimEnd().split('\n').at(-1)).toBe('Dry run: nothing was migrated, and nothing was uploaded.');
  });

  test('[13.2] the worker is no more than 800 KiB compressed', () => {
    expect(Number(/gzip: ([\d.]+) KiB/.exec(dryRun)?.[1])).toBeLessThan(800);
  });

  test('migrates the database before the worker goes out, and signs in to what came out', async () => {
    const lines: string[] = [];
    const deployed = { ...settings, PUBLIC_URL: site.url, DATABASE_URL: database, SMOKE_PASSWORD: PASSWORD };
    // The account is made while the worker is uploaded, which needs the tables.
    Object.defineProperty(deployed, 'SMOKE_EMAIL', { get: () => people.smoke, enumerable: true });
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', api.url);
    await release({ name: 'staging', settings: deployed, onLog: (_, line) => lines.push(line), patienceMs: 0 });
    vi.unstubAllEnvs();
    const said = lines.join('\n');
    expect(said).toMatch(/Applied the migrations 0000_init, [\s\S]*Uploading the worker[\s\S]*It is healthy\./);
    expect(said).toContain(`${people.smoke} signed in, read their profile and signed out.`);
    expect(said).toContain('To go back to the version before: npx wrangler rollback --env staging');
    expect(lines.filter((line) => line.includes('is set on the worker'))).toEqual([
      'JWT_SECRET_PREVIOUS is set on the worker and is not in .env.staging, and still counts. To take it off: npx wrangler secret delete JWT_SECRET_PREVIOUS --env staging.',
      'FORMER_SETTING is set on the worker and is no longer read by this version of the worker. To take it off: Cloudflare, the worker, Settings, Variables.',
    ]);
    const [{ worker, bindings, keep_bindings } = { worker: '', bindings: [], keep_bindings: [] }] = api.uploads;
    const typeOf = (name: string) => bindings.find((one) => one.name === name)?.type;
    expect([worker, keep_bindings]).toEqual(['porchlight-staging', expect.arrayContaining(['plain_text'])]);
    expect(['SUPPORT_EMAIL', 'JWT_SECRET', 'POKE', 'SMOKE_PASSWORD', 'CLOUDFLARE_API_TOKEN'].map(typeOf)).toEqual([
      'plain_text',
      'secret_text',
      'durable_object_namespace',
      undefined,
      undefined,
    ]);
    for (const secret of [deployed.JWT_SECRET, deployed.STRIPE_SECRET_KEY]) expect(said).not.toContain(secret);
  }, 60_000);

  test('a database that does not answer stops it before anything is uploaded', async () => {
    const uploads = api.uploads.length;
    const away = { ...settings, DATABASE_URL: at(await freePort()) };
    await expect(release({ name: 'staging', settings: away, onLog: () => undefined })).rejects.toThrow(
      /could not be migrated, so nothing was uploaded/,
    );
    expect(api.uploads).toHaveLength(uploads);
  });

  test('a version that is not healthy, or refuses the smoke account, is said to be', async () => {
    const sick = await serveApp(at(await freePort()));
    const check = (over: Settings) => checkDeployed({ ...settings, ...over }, { patienceMs: 0, say: () => undefined });
    await expect(check({ PUBLIC_URL: sick.url })).rejects.toThrow(/not healthy: .* answered 503: .*"payments":"down"/);
    await expect(check({ PUBLIC_URL: at(await freePort()) })).rejects.toThrow(/gave no answer/);
    const wrong = { PUBLIC_URL: site.url, SMOKE_EMAIL: people.smoke, SMOKE_PASSWORD: 'not-the-password' };
    await expect(check(wrong)).rejects.toThrow('The sign-in of the smoke account answered 401.');
    await sick.close();
  });
});
