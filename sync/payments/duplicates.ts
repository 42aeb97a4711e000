import type { Payment } from '../../schema/tables/invoices.ts';

type Recorded = Pick<
  Payment,
  'id' | 'account_id' | 'amount_cents' | 'method' | 'received_on' | 'reference' | 'kind' | 'status' | 'kept_at'
>;

/** Check numbers are compared by their digits, without leading zeros. */
export const comparableNumber = (reference: string): string =>
  reference.replace(/\D/g, '').replace(/^0+/, '') || reference.trim().toLowerCase();

/** Payments with the same key were perhaps recorded twice: same account, amount, method and day, of checks also the number. */
const duplicateKey = ({ account_id, amount_cents, method, received_on, reference }: Recorded): string =>
  [account_id, amount_cents, method, received_on, method === 'check' ? comparableNumber(reference ?? '') : ''].join();

const isRecorded = ({ kind, status, account_id, received_on }: Recorded): boolean =>
  kind === 'outside' && status === 'succeeded' && Boolean(account_id) && Boolean(received_on);

/** The groups that nobody has resolved yet, each in the order of ids. */
export const possibleDuplicates = <P extends Recorded>(payments: readonly P[]): P[][] =>
  [...Map.groupBy(payments.filter(isRecorded), duplicateKey).values()]
    .filter((group) => group.length > 1 && group.some(({ kept_at }) => !kept_at))
    .map((group) => group.sort((a, b) => (a.id < b.id ? -1 : 1)));
