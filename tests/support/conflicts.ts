import { uuidv7 } from 'uuidv7';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { versionsOf } from '../../sync/versions.ts';
import { Device } from './device.ts';
import { upload } from './documents.ts';
import { createContext, type TestContext } from './fixtures.ts';
import { required } from './required.ts';

/** Two of the board, each with a device of their own. */
export const two = async () => {
  const ctx = await createContext();
  const [bea, sue] = [await new Device(ctx, ctx.bea).sync(), await new Device(ctx, ctx.sue).sync()];
  return { ctx, bea, sue };
};

export const offline = (...devices: Device[]) => {
  for (const device of devices) device.online = false;
};

export const online = async (device: Device) => {
  device.online = true;
  await device.sync();
};

export const row = <E extends Entity>(device: Device, entity: E, id: string): Rows[E] =>
  required(device.store.rows(entity).get(id));

/** An edit as the forms send it: what was changed, and what the author saw of it. */
export const edit = (device: Device, entity: Entity, mutation: MutatorName, id: string, changes: object) =>
  device.store.mutate(mutation, { id, ...changes, base: versionsOf(row(device, entity, id), Object.keys(changes)) });

export const refusals = (device: Device) =>
  device.store
    .rows('refusal')
    .all.map(({ mutation, args, message }) => ({ mutation, args: args as Record<string, unknown>, message }));

export const draftOn = async (device: Device, over: object = {}) => {
  const id = uuidv7();
  await device.store.mutate('createAnnouncement', { id, title: 'Pool', message: '<p>Closed on Monday</p>', ...over });
  await device.sync();
  return id;
};

/** Makes a record on Bea's device for each kind that has long fields. */
export const makers = {
  announcement: (device: Device) => draftOn(device),
  request: async (device: Device) => {
    const id = uuidv7();
    await device.store.mutate('createRequest', { id, title: 'Lamp', description: '<p>Out.</p>', category: 'Other' });
    await device.sync();
    return id;
  },
  address: async (device: Device) => {
    const id = uuidv7();
    await device.store.mutate('createAddress', { id, street: `${id} Willow Lane` });
    await device.sync();
    return id;
  },
  due: async (device: Device, ctx: TestContext) => {
    const id = uuidv7();
    const terms = { title: 'Dues', amount: 10, frequency: 'one_time', recipients: [ctx.rex.id] };
    await device.store.mutate('createDue', { id, ...terms, send_date: '2099-01-01' });
    await device.sync();
    return id;
  },
  document: async (device: Device, ctx: TestContext) => {
    const s3_key = await upload(ctx.bea, 'rules.pdf');
    const facts = { title: 'Rules', category: 'Bylaws', s3_key, file_type: 'pdf', file_size: 10 };
    const { body } = await ctx.bea.call('POST', '/api/documents', facts);
    await device.sync();
    return String(body._id);
  },
} satisfies Partial<Record<Entity, (device: Device, ctx: TestContext) => Promise<string>>>;
