import { type Entity, tables } from '../../schema/rows.ts';

/** What each person reads, and what a device could not send, is theirs alone. */
const PERSONAL: readonly Entity[] = ['announcementRead', 'refusal'];
export const EXPORTED: readonly Entity[] = (Object.keys(tables) as Entity[]).filter((one) => !PERSONAL.includes(one));
