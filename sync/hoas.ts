import type { Hoa } from '../schema/tables/hoas.ts';
import type { Synced } from './tx.ts';

export const synced: Synced<Hoa> = {
  audiences: [{ audience: 'all' }],
  view: (hoa) => ({ ...hoa, name_key: undefined }),
};
