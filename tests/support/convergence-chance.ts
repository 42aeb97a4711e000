import { uuidv7 } from 'uuidv7';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { UploadFeature } from '../../schema/uploads.ts';
import type { Device } from './device.ts';

/** The decisions of chance for a change. */
export type Chance = {
  pick<T>(list: readonly T[]): T | undefined;
  /** The users whose role and status may be changed. */
  movable: readonly string[];
  /** A key of a file that is free to be named. */
  file(feature: UploadFeature): string;
};

export type Change = (device: Device, chance: Chance) => object | undefined;

/** The rows of an entity that this device holds. */
export const rows = <E extends Entity>({ store }: Device, entity: E): readonly Rows[E][] =>
  store.rows(entity).all as never;

/** The id of some row on this device, named as the mutator wants it. */
export const choose =
  (entity: Entity, more: (chance: Chance) => object = () => ({})): Change =>
  (device, chance) => {
    const row = chance.pick(rows(device, entity)) as { id: string } | undefined;
    return row && { id: row.id, ...more(chance) };
  };

export const text = () => `<p>${uuidv7()}</p>`;
export const attachment = (s3_key: string) => ({ s3_key, filename: 'plan.pdf', file_size: 9, file_type: 'pdf' });
export const person = (device: Device, { pick }: Chance) => pick(rows(device, 'user'))?.id;
/** Those who came by invitation: the people of the test stay. */
export const guest = (device: Device, { pick }: Chance) => {
  const user = pick(rows(device, 'user').filter(({ status }) => status === 'invited'));
  return user && { id: user.id };
};
export const DAY = '2098-05-01';
export const TODAY = new Date().toISOString().slice(0, 10);

export const onAccount =
  (more: (chance: Chance) => object): Change =>
  (device, chance) => {
    const account_id = chance.pick(rows(device, 'account'))?.id;
    return account_id ? { id: uuidv7(), account_id, ...more(chance) } : undefined;
  };
export const onEntry: Change = (device, { pick }) => {
  const entry_id = pick(rows(device, 'entry'))?.id;
  return entry_id ? { id: uuidv7(), entry_id, reason: 'A mistake' } : undefined;
};
