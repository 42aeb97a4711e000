import * as z from 'zod';
import { CARRIES } from '../../schema/accounts.ts';
import { ACCOUNT_STATUSES } from '../../schema/ledger.ts';
import { entry } from './ledger.ts';
import { cents, day, id, place, record } from './parts.ts';

const accountId = z.string().describe('Of an account: longer than a UUID');
const entryId = z.string().describe('Of an entry: its account, a dot and a UUID');

const figures = {
  balanceCents: cents.describe('What is owed; negative for credit'),
  creditCents: cents.describe('What covers nothing yet'),
};

const holder = record('Holder', { _id: id, name: z.string(), email: z.string().optional() });

const fields = {
  _id: accountId,
  address_id: place.nullable(),
  holders: z.array(holder).describe('The primary holder first'),
  status: z.enum(ACCOUNT_STATUSES),
  opened_on: day,
  closed_on: day.nullable(),
  follows: accountId.nullable().describe('The account of the owner before'),
  fees_off_until: day.nullable(),
  mail_off: z.boolean().optional().describe('For the board alone, as is the note'),
  note: z.string().nullish(),
};

export const listedAccount = record('ListedAccount', { ...fields, ...figures });
export type ListedAccountBody = z.infer<typeof listedAccount>;

const folded = {
  ...figures,
  dueNowCents: cents,
  comingCents: cents.describe('Due later than the day'),
  overdueCents: cents.describe(
    'Of dueNowCents, what was due before the day; what is on a plan is due by its installments',
  ),
  onItsWayCents: cents.describe('Payments that have not cleared'),
};

export const account = record('AccountFigures', { ...fields, ...folded });
export type AccountBody = z.infer<typeof account>;
export const ownAccounts = z.strictObject({ docs: z.array(account) });

export const detailedAccount = record('Account', {
  ...account.shape,
  openDebits: z.array(entry.extend({ openCents: cents })).describe('What is not paid in full'),
});
export type DetailedAccountBody = z.infer<typeof detailedAccount>;

export const statement = record('Statement', {
  docs: z.array(
    entry.extend({
      balanceCents: cents.describe('After the entry'),
      corrects: z.boolean().describe('It was reversed within the range, or is the reversal'),
    }),
  ),
  openingCents: cents,
  closingCents: cents,
});
export type StatementBody = z.infer<typeof statement>;

const covered = z.strictObject({ entry_id: entryId, title: z.string(), amountCents: cents, on: day });
export const explainedEntry = record('ExplainedEntry', {
  ...entry.shape,
  pins: z
    .array(z.strictObject({ debit_id: entryId, amountCents: cents }))
    .nullable()
    .describe('Of a credit: what it is reserved for'),
  rule: z
    .record(z.string(), z.union([z.string(), z.number(), z.null()]))
    .nullable()
    .describe('The numbers that made it'),
  title: z.string(),
  sentence: z.string(),
  covers: z.array(covered).describe('Of a credit: what it pays'),
  coveredBy: z.array(covered).describe('Of a debit: what pays it'),
  chain: z.array(entry).describe('What it follows and what follows it, in order'),
});
export type ExplainedEntryBody = z.infer<typeof explainedEntry>;

export const sale = record('Sale', { from: detailedAccount, to: detailedAccount });
/** The body of a sale; the mutator's input has ids besides. */
export const saleBody = z.object({
  id: accountId.optional().describe('Of the new account: `a-` and a UUID'),
  on: day.describe('From then on the buyer owes the periods'),
  buyer_ids: z.array(id).describe('1 to 6 people, the primary holder first'),
  carry: z.enum(CARRIES).default('none'),
  issued: z
    .array(z.strictObject({ invoice_id: id, as: id.optional() }))
    .optional()
    .describe('Invoices to reverse and to issue to the buyer'),
});
