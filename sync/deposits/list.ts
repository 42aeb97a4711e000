import type { Deposit } from '../../schema/tables/ledger.ts';
import { defineList } from '../list.ts';

/** Open ones first, then the newest. */
export const depositList = defineList<Pick<Deposit, 'id' | 'status' | 'made_on'>, object>({
  filters: () => ({}),
  order: () => [
    { column: 'status', descending: true },
    { column: 'made_on', descending: true },
    { column: 'id', descending: true },
  ],
});
