import { uuidv7 } from 'uuidv7';
import type { MutatorName } from '../../sync/mutators.ts';
import type { MutatorCell } from './isolation-cells.ts';
import { COMMUNITY_MUTATORS } from './isolation-community-mutators.ts';
import { MEETING_MUTATORS } from './isolation-meeting-mutators.ts';
import { MONEY_MUTATORS } from './isolation-money-mutators.ts';
import { PEOPLE_MUTATORS } from './isolation-people-mutators.ts';

/** Every mutator: its arguments, all of them, and what becomes of it when a resident asks. */
export const MUTATORS: Readonly<Record<MutatorName, MutatorCell>> = {
  ...PEOPLE_MUTATORS,
  ...COMMUNITY_MUTATORS,
  ...MONEY_MUTATORS,
  ...MEETING_MUTATORS,
};

/** A push of one change, as a client of its own sends it. */
export const pushBody = (clientGroupID: string, name: string, args: object) => ({
  pushVersion: 1,
  clientGroupID,
  profileID: '',
  schemaVersion: '1',
  mutations: [{ clientID: uuidv7(), id: 1, name, args, timestamp: 0 }],
});
