import { useRows } from '../../device/store.ts';

/** Known offline too, since it is a field of the HOA. */
export const usePaymentsStopped = (): boolean => {
  const state = useRows('hoa').all[0]?.online_payments;
  return state === 'paused' || state === 'disconnected';
};
