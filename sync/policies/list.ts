import type { Policy } from '../../schema/tables/ledger.ts';
import { defineList } from '../list.ts';

/** The newest start first; of two that start on one day, the one that was made last. */
export const policyList = defineList<Pick<Policy, 'id' | 'starts_on' | 'made_at'>, object>({
  filters: () => ({}),
  order: () => [
    { column: 'starts_on', descending: true },
    { column: 'made_at', descending: true },
    { column: 'id', descending: true },
  ],
});
