import type { Address } from '../schema/addresses.ts';
import { can } from './roles.ts';
import type { Synced } from './tx.ts';

export const synced: Synced<Address> = {
  audiences: (address) => ['board', ...address.resident_ids],
  view: (address, viewer) =>
    can(viewer.role, 'addresses.manage') ? address : { ...address, notes: null, resident_ids: [viewer.id] },
};
