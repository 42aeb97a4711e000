import { type Entity, tables } from '../../schema/rows.ts';

/** A person's reading, and changes that a device could not send, are theirs alone. */
const PERSONAL: readonly Entity[] = ['announcementRead', 'refusal'];
export const EXPORTED: readonly Entity[] = (Object.keys(tables) as Entity[]).filter((one) => !PERSONAL.includes(one));
