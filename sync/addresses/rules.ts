import type { Address } from '../../schema/tables/addresses.ts';
import { outboxKeys } from '../outbox-keys.ts';
import type { Tx } from '../tx.ts';

/** Every new address is added here, because it may exceed the limit of the HOA's plan. */
export const putNewAddress = async (
  tx: Tx,
  place: Pick<Address, 'id' | 'street' | 'unit_number' | 'is_rented'> & Partial<Pick<Address, 'resident_ids'>>,
): Promise<void> => {
  await tx.put('address', { resident_ids: [], ...place, notes: null, created_at: tx.now });
  tx.after({ kind: 'fitPlan', key: outboxKeys.fitPlan(tx.actor.hoa_id, tx.now), payload: {} });
};
