import type { Entity } from '../../schema/rows.ts';
import { ENTITY_NAMES } from '../../sync/index.ts';

/** A person's reading, and changes that a device could not send, are theirs alone. */
const PERSONAL: readonly Entity[] = ['announcementRead', 'refusal'];
export const EXPORTED: readonly Entity[] = ENTITY_NAMES.filter((one) => !PERSONAL.includes(one));
