import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePorts } from '../../local/ports.ts';
import { PASSWORD } from '../support/instance.ts';
import { randomOf } from '../support/random.ts';
import { buildArchive, running, unpack, variantOf } from '../support/releases.ts';
import { required } from '../support/required.ts';

// An instance from its archive, as an operator has it, and one person who writes all the time.
const KILLS = 20;

let folder: string;
let unpacked: string;
let url: string;
let token: string;
const home = () => join(folder, 'home');
const porchlight = (...words: string[]) => running(join(home(), 'current', 'porchlight'), words);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-upgrade-'));
  unpacked = await unpack(await buildArchive(), join(folder, 'unpacked'));
  const port = await freePorts(2);
  url = `http://127.0.0.1:${port}`;
  const words = ['--address', url, '--operator', 'op@oak.example', '--mail', 'none', '--port', String(port)];
  const setup = await running(join(unpacked, 'porchlight'), ['setup', '--home', home(), ...words]).ended;
  expect(setup).toMatchObject({ code: 0 });
  const { said } = await porchlight('hoas', 'add', 'Oak Hollow', 'sue@oak.example').ended;
  const link = required(/token=(\S+)/.exec(said)?.[1]);
  const activated = await call('/api/auth/activate', { token: link, name: 'Sue Oak', password: PASSWORD });
  token = ((await activated.json()) as { token: string }).token;
}, 300_000);
afterAll(async () => {
  await porchlight('stop').ended;
  rmSync(folder, { recursive: true, force: true });
});

const signIn = async () => {
  const answer = await call('/api/auth/login', { email: 'sue@oak.example', password: PASSWORD });
  if (answer.ok) token = ((await answer.json()) as { accessToken: string }).accessToken;
};

const call = (path: string, body?: object) =>
  fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', Origin: url, ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Adds addresses, one after the other, and remembers each that was acknowledged. */
const writer = () => {
  const [acknowledged, state] = [new Set<string>(), { stopped: false, longest: 0 }];
  const write = async () => {
    for (let at = 0, last = performance.now(); !state.stopped; at += 1) {
      const street = `${acknowledged.size}-${at} Oak Lane ${Math.floor(last)}`;
      const answer = await call('/api/addresses', { street }).catch(() => undefined);
      if (answer?.status === 401) await signIn().catch(() => undefined);
      if (answer?.status === 201) {
        acknowledged.add(street);
        state.longest = Math.max(state.longest, performance.now() - last);
        last = performance.now();
      }
      await sleep(10);
    }
  };
  const ended = write();
  return {
    acknowledged,
    stop: async () => {
      state.stopped = true;
      await ended;
      return state.longest;
    },
  };
};

const streets = async (): Promise<Set<string>> => {
  const found = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await call(`/api/addresses?limit=100${cursor && `&cursor=${cursor}`}`);
    expect(answer.status).toBe(200);
    const page = (await answer.json()) as { docs: { street: string }[]; next: string | null };
    for (const { street } of page.docs) found.add(street);
    cursor = page.next;
  }
  return found;
};

const expectAll = async (acknowledged: ReadonlySet<string>) => {
  await signIn();
  const found = await streets();
  expect([...acknowledged].filter((street) => !found.has(street))).toEqual([]);
};

const served = () => readFileSync(join(home(), 'data', 'served-by'), 'utf8').trim();

test('an upgrade under load loses nothing that was acknowledged', async () => {
  const archive = await variantOf(unpacked, '1.0.1', folder);
  const work = writer();
  await expect.poll(() => work.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(20);
  const upgraded = await porchlight('upgrade', archive).ended;
  expect(upgraded).toEqual({ code: 0, said: expect.stringContaining('Porchlight 1.0.1 runs (1.0.0 before)') });
  const count = work.acknowledged.size;
  await expect.poll(() => work.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(count + 20);
  console.log(`${upgraded.said.trim()} The writer waited ${Math.round(await work.stop())} ms at most.`);
  await expectAll(work.acknowledged);
}, 120_000);

test('a release that does not come up is taken back by itself', async () => {
  const archive = await variantOf(unpacked, '1.0.2', folder, { broken: true });
  const work = writer();
  const { code, said } = await porchlight('upgrade', archive).ended;
  expect([code, said]).toEqual([1, expect.stringContaining('Porchlight 1.0.2 did not come up, and 1.0.1 runs again')]);
  await work.stop();
  expect(served()).toBe('1.0.1');
  await expectAll(work.acknowledged);
}, 120_000);

test('an archive that is damaged, or of which the checksum is missing, changes nothing', async () => {
  const archive = await variantOf(unpacked, '1.0.3', folder);
  const { code, said } = await porchlight('upgrade', `${archive}.none`).ended;
  expect([code, said]).toEqual([1, expect.stringContaining('There is no archive')]);
  rmSync(`${archive}.sha256`);
  expect(await porchlight('upgrade', archive).ended).toMatchObject({
    code: 1,
    said: expect.stringContaining('is missing'),
  });
  expect(served()).toBe('1.0.1');
}, 120_000);

test(`an upgrade killed in the middle, ${KILLS} times, loses nothing and is finished by the next`, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  console.log(`The moments are those of SEED=${seed}.`);
  const random = randomOf(seed);
  const work = writer();
  for (let at = 0; at < KILLS; at += 1) {
    const version = `1.1.${at}`;
    const archive = await variantOf(unpacked, version, folder);
    const cut = porchlight('upgrade', archive);
    await sleep(random.next() * 6000);
    cut.kill();
    await cut.ended;
    if (at % 2 === 0) expect(await porchlight('start').ended).toMatchObject({ code: 0 });
    const finished = await porchlight('upgrade', archive).ended;
    expect([version, finished.code, finished.code === 0 ? '' : finished.said]).toEqual([version, 0, '']);
    expect(served()).toBe(version);
    rmSync(archive);
  }
  await work.stop();
  await expectAll(work.acknowledged);
  expect(await porchlight('doctor').ended).toMatchObject({ code: 0 });
}, 900_000);
