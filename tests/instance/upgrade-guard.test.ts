import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guardUpgrade, servedBy } from '../../local/instance/upgrade-guard.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'porchlight-guard-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const database = () => join(dataDir, 'db', 'data');
const write = (text: string) => {
  mkdirSync(join(dataDir, 'db'), { recursive: true });
  writeFileSync(database(), text);
};
const read = () => readFileSync(database(), 'utf8');

/** A release that changes the data in its way. */
const serve = (version: string, begin: () => void = () => undefined) =>
  guardUpgrade(dataDir, version, { begin: async () => begin(), end: async () => undefined });

test('a release that comes up keeps what it did, and leaves no copy', async () => {
  write('of 1');
  await serve('1.0.0');
  await serve('1.1.0', () => write('of 2'));
  expect([read(), servedBy(dataDir)]).toEqual(['of 2', '1.1.0']);
  expect(existsSync(join(dataDir, 'db.before'))).toBe(false);
});

test('one that does not leaves the data to the release of before', async () => {
  write('of 1');
  await serve('1.0.0');
  const broken = () => {
    write('half of 2');
    throw new Error('the migration is broken');
  };
  await expect(serve('1.1.0', broken)).rejects.toThrow(
    'Porchlight 1.1.0 did not come up on the data of 1.0.0, which is as it was before: the migration is broken',
  );
  expect([read(), servedBy(dataDir)]).toEqual(['of 1', '1.0.0']);
  await serve('1.0.0');
  expect(read()).toBe('of 1');
});

test.each(['1.0.0', '1.1.0'])(
  'a machine that stops in the middle of it finds the data as it was with %s',
  async (next) => {
    write('of 1');
    await serve('1.0.0');
    // Killed while the new one migrates: the copy is whole, and the mark is there.
    renameSync(join(dataDir, 'db'), join(dataDir, 'db.before'));
    writeFileSync(join(dataDir, 'upgrading'), '1.1.0');
    write('half of 2');
    let seen = '';
    await serve(next, () => {
      seen = read();
    });
    expect(seen).toBe('of 1');
  },
);

test('one that stops while it copies has changed nothing', async () => {
  write('of 1');
  await serve('1.0.0');
  mkdirSync(join(dataDir, 'db.before.part'));
  writeFileSync(join(dataDir, 'db.before.part', 'data'), 'of');
  await serve('1.1.0', () => write('of 2'));
  expect(read()).toBe('of 2');
  expect(existsSync(join(dataDir, 'db.before.part'))).toBe(false);
});

test('one that stops after the new release came up keeps it', async () => {
  write('of 1');
  await serve('1.0.0');
  mkdirSync(join(dataDir, 'db.before'));
  writeFileSync(join(dataDir, 'db.before', 'data'), 'of 1');
  write('of 2');
  await serve('1.1.0');
  expect(read()).toBe('of 2');
});

test('the same release again copies nothing', async () => {
  write('of 1');
  await serve('1.0.0');
  const fail = () => {
    throw new Error('the port is taken');
  };
  await expect(serve('1.0.0', fail)).rejects.toThrow('the port is taken');
  expect(read()).toBe('of 1');
});
