import { BANK_FAILURES } from './test-cards.ts';

/** Why a debit from this kind of account comes back, if it does. */
export const bankFailureOf = (kind: string): { code: string; message: string } | undefined =>
  kind in BANK_FAILURES ? BANK_FAILURES[kind as keyof typeof BANK_FAILURES] : undefined;
