import * as z from 'zod';
import { ACCOUNT_STATUSES } from '../../schema/ledger.ts';
import { cents, count, day, record } from './parts.ts';

const named = {
  account_id: z.string(),
  home: z.string(),
  holders: z.string().describe('Names, the primary holder first'),
  status: z.enum(ACCOUNT_STATUSES),
};

const ageing = {
  currentCents: cents.describe('Due that day or later'),
  days1To30Cents: cents.describe('By the days since the due date'),
  days31To60Cents: cents,
  days61To90Cents: cents,
  over90Cents: cents,
  creditCents: cents,
  balanceCents: cents.describe('The sum of what is open, less the credit'),
};

export const ageingReport = record('AgeingReport', {
  as_of: day,
  rows: z.array(
    z.strictObject({ ...named, ...ageing, oldestDueOn: day.nullable(), onPlan: z.boolean(), feesOnly: z.boolean() }),
  ),
  totals: z.strictObject(ageing),
});
export type AgeingReportBody = z.infer<typeof ageingReport>;

export const delinquencyReport = record('DelinquencyReport', {
  as_of: day,
  rows: z.array(
    z.strictObject({
      ...named,
      over30Cents: cents.describe('By its own due date, whatever plan it is on'),
      overdueCents: cents.describe('As of an account: what is on a plan is due by its installments'),
      balanceCents: cents,
      oldestDueOn: day,
      lastPayment: z.strictObject({ on: day, amountCents: cents }).nullable(),
      onPlan: z.boolean(),
    }),
  ),
  totals: z.strictObject({ accounts: count, over30Cents: cents, overdueCents: cents, balanceCents: cents }),
});
export type DelinquencyReportBody = z.infer<typeof delinquencyReport>;

const methods = { check: cents, cash: cents, transfer: cents, card: cents, us_bank_account: cents, other: cents };
const collected = {
  chargedCents: cents,
  collectedCents: cents,
  byMethod: z.strictObject(methods).describe('What was collected'),
  returnedCents: cents,
  refundedCents: cents,
  waivedCents: cents,
  writtenOffCents: cents,
  creditedCents: cents,
  dueCents: cents.describe('What fell due in the month'),
  coveredCents: cents.describe('What of that is covered as of the day'),
};

export const collectionsReport = record('CollectionsReport', {
  as_of: day,
  rows: z.array(z.strictObject({ month: z.string().describe('YYYY-MM'), ...collected })),
});
export type CollectionsReportBody = z.infer<typeof collectionsReport>;
