import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { REQUEST_STATUSES } from '../schema/requests.ts';
import { Refusal } from '../sync/tx.ts';
import { cast } from './cast.ts';
import { Device } from './device.ts';

/** A small seeded generator (mulberry32), so that a failing run can be run again. */
const randomOf = (start: number) => {
  let seed = start;
  return () => {
    seed += 0x6d2b79f5;
    let t = seed;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

const STEPS = 60;

test.each([1, 2, 3, 4, 5, 6])(
  '[SYNC-11] [SYNC-17] devices that come and go end with the same rows, each change once (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const stage = await cast();
    const people = [stage.bea, stage.bea, stage.rex, stage.rita];
    const devices = await Promise.all(people.map((person) => new Device(stage, person).sync()));
    const requests: string[] = [];
    const comments = new Set<string>();

    const steps: ((device: Device, at: number) => Promise<unknown>)[] = [
      async (device) => {
        const id = uuidv7();
        requests.push(id);
        await device.store.mutate('createRequest', {
          id,
          title: `By ${at(device)}`,
          description: '<p>x</p>',
          category: 'Other',
        });
      },
      async (device) => {
        const seen = device.store.rows('request').all;
        if (seen.length === 0) return;
        const id = uuidv7();
        await device.store.mutate('addRequestComment', {
          id,
          request_id: pick(seen).id,
          message: `<p>${id}</p>`,
          is_public: true,
        });
        comments.add(id);
      },
      async (device) => {
        const seen = device.store.rows('request').all;
        if (seen.length > 0)
          await device.store.mutate('updateRequest', { id: pick(seen).id, status: pick(REQUEST_STATUSES) });
      },
      async () => {
        if (requests.length > 0)
          await stage.sue.call('PUT', `/api/requests/${pick(requests)}`, { status: pick(REQUEST_STATUSES) });
      },
      async (device) => {
        device.online = random() < 0.5;
      },
      async (device) => {
        device.loseAnswers = 1;
      },
      async (device) => {
        if (device.online) await device.store.replicache.pull({ now: true }).catch(() => undefined);
      },
    ];
    const at = (device: Device) => devices.indexOf(device);

    for (let step = 0; step < STEPS; step += 1) {
      const refusedHere = (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      };
      await pick(steps)(pick(devices), step).catch(refusedHere);
    }
    for (const device of devices) device.online = true;
    for (const device of devices) device.loseAnswers = 0;
    for (const device of devices) await device.sync();
    for (const device of devices) await device.sync();

    const { rows } = await stage.db.execute({
      sql: 'SELECT id FROM request_comments WHERE hoa_id = ?',
      args: [stage.hoa_id],
    });
    expect(new Set(rows.map((row) => row.id))).toEqual(comments);
    expect(rows).toHaveLength(comments.size);
    const [one, other] = devices;
    for (const entity of ['request', 'requestComment', 'user', 'address', 'hoa'] as const)
      expect(one?.store.rows(entity).all).toEqual(other?.store.rows(entity).all);
    const { body } = await stage.bea.call('GET', '/api/requests?limit=100');
    expect(one?.store.rows('request').all.map(({ id, status }) => ({ id, status }))).toEqual(
      body.docs.map((doc: { _id: string; status: string }) => ({ id: doc._id, status: doc.status })),
    );
    for (const device of devices) expect(device.store.outbox).toEqual([]);
    await Promise.all(devices.map((device) => device.close()));
  },
);
