import type { Address } from '../../schema/addresses.ts';
import type { OutboxItem } from '../../sync/client/outbox.ts';
import { useWaiting } from '../screens/waiting.ts';
import type { Residents } from './residents.ts';

/** What still waits on this device of an address: a change of its own, or somebody's moving in. */
export const useWaitingAt = (residents: Residents): ((address: Address) => OutboxItem | undefined) => {
  const waiting = useWaiting();
  return (address) =>
    waiting.get(address.id) ??
    residents(address)
      .map(({ id }) => waiting.get(id))
      .find((item) => item?.mutation === 'assignAddress');
};
