import type { Entry } from '../../schema/tables/ledger.ts';
import type { Descriptors } from '../entity.ts';
import { can } from '../roles.ts';

/** The board sees all of an entry. Devices and REST get no empty fields, because a board's device holds 60,000 entries. */
export const entities = {
  entry: {
    audiences: [{ audience: 'board' }, { heldIn: 'account_id' }],
    view: (entry, viewer) => {
      const all = can(viewer.role, 'money.record') ? entry : { ...entry, note: null, made_by: null, made_by_name: HOA };
      return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as Partial<Entry>;
    },
    order: [{ column: 'effective_on' }, { column: 'id' }],
    load: 'on demand',
  },
} satisfies Descriptors;
const HOA = 'Your HOA';
