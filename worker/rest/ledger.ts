import { onlineRefundInput } from '../../schema/postings.ts';
import { DEPOSIT_NOT_FOUND } from '../../sync/deposits/mutators.ts';
import { entryIdOf } from '../../sync/ledger/entries.ts';
import { ENTRY_NOT_FOUND } from '../../sync/ledger/postings.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { parse } from '../../sync/parse.ts';
import { PAYMENT_NOT_FOUND } from '../../sync/payments/recording.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { listed, recordedPaymentsQuery } from '../http/list-queries.ts';
import { jsonBody } from '../http/validate.ts';
import { refundOnline } from '../payments/refunds.ts';
import { readDeposit, readDeposits, readEntry, readPayment, readPayments } from '../queries/ledger.ts';
import { readVisibleRow } from '../queries/visible-row.ts';
import { runMutator } from '../run-mutator.ts';
import { command, givenId } from './command.ts';
import { type Call, handler, list } from './query.ts';
import type { Route, RouteName } from './route.ts';

const id = PAYMENT_NOT_FOUND;
const writes = { tag: 'Accounts', access: 'board', scope: 'accounts:write' } as const;
const reads = { ...writes, scope: 'accounts:read' } as const;
export const ONCE = 'With an `id` of your own (a UUID) a call that is repeated posts once.';

type Posting = { summary: string; notes?: string; id?: string; into: string };

/** A route that posts an entry; the account is that of the record in the path. */
const posting = (
  route: RouteName,
  mutator: MutatorName,
  accountOf: (deps: Deps, actor: Actor, id: string) => Promise<string>,
  { into, ...described }: Posting,
): Route =>
  handler(route, {
    ...{ ...writes, notes: ONCE, ...described },
    body: mutator,
    answers: { 201: 'entry' },
    mutators: [mutator],
    ...{ into, made: ['id'] },
    ...{ isChecked: false, resumes: true },
    handle: async ({ c, deps, actor, id }) => {
      const body = await withId(c);
      const account_id = await accountOf(deps, actor, id);
      await runMutator(c, mutator, { ...body, [into]: id });
      return readEntry(deps, actor, entryIdOf(account_id, body.id));
    },
  });

const withId = async (c: Call['c']) => {
  const body = await jsonBody(c);
  return { ...body, id: givenId(body, c.var.deps.once?.record_id) };
};

const accountOfEntry = async (deps: Deps, actor: Actor, id: string): Promise<string> =>
  (await readVisibleRow(deps, actor, 'entry', id, ENTRY_NOT_FOUND)).account_id;

const accountOfPayment = async (deps: Deps, actor: Actor, id: string): Promise<string> =>
  (await readVisibleRow(deps, actor, 'payment', id, PAYMENT_NOT_FOUND)).account_id ?? '';

const POSTINGS: Record<string, MutatorName> = { charge: 'chargeAccount', credit: 'creditAccount' };
const INVALID_KIND = 'Invalid entry kind.';

const postingRoutes = [
  handler('POST /api/accounts/:id/entries', {
    ...writes,
    summary: 'Post a charge or a credit',
    notes: ONCE,
    body: 'postingBody',
    answers: { 201: 'entry' },
    mutators: ['chargeAccount', 'creditAccount'],
    ...{ into: 'account_id', made: ['id'] },
    ...{ isChecked: false, resumes: true },
    handle: async ({ c, deps, actor, id: account_id }) => {
      const { kind, ...body }: { id: string; kind?: unknown } = await withId(c);
      const mutator = Object.hasOwn(POSTINGS, String(kind)) ? POSTINGS[String(kind)] : undefined;
      if (!mutator) throw new Refusal('invalid', INVALID_KIND, [{ path: 'kind', msg: INVALID_KIND }]);
      await runMutator(c, mutator, { ...body, account_id });
      return readEntry(deps, actor, entryIdOf(account_id, body.id));
    },
  }),
  command('POST /api/accounts/:id/payments', 'recordPayment', {
    ...{ ...writes, into: 'account_id', makes: givenId },
    summary: 'Record money that was received',
    notes: `${ONCE} A check that was recorded before needs \`duplicate_ok\`.`,
    answer: [201, readPayment, 'recordedPayment'],
  }),
  posting('POST /api/entries/:id/reverse', 'reverseEntry', accountOfEntry, {
    ...{ into: 'entry_id', summary: 'Undo an entry' },
  }),
  posting('POST /api/entries/:id/waive', 'waiveEntry', accountOfEntry, {
    ...{ into: 'entry_id', summary: 'Waive a fee or a part of it' },
  }),
  posting('POST /api/entries/:id/write-off', 'writeOffEntry', accountOfEntry, {
    ...{ into: 'entry_id', summary: 'Write off what is owed or a part of it' },
  }),
];

const paymentRoutes = [
  posting('POST /api/payments/:id/return', 'returnPayment', accountOfPayment, {
    ...{ into: 'payment_id', id, summary: 'Record a payment that came back' },
  }),
  handler('POST /api/payments/:id/refund', {
    ...{ ...writes, id },
    errors: [502],
    summary: 'Give back a payment that was made online, or a part of it',
    notes: `${ONCE} Pending until the payment service has sent it. \`then\`: \`credit\` gives back what is credit, \`cancel\` also cancels \`debit_ids\` (without them the charges that the payment covers whole), \`open\` leaves the charges open.`,
    body: 'refundBody',
    answers: { 201: 'recordedPayment' },
    ...{ into: 'payment_id', made: ['id'], resumes: true },
    handle: async ({ c, deps, actor, id: payment_id }) => {
      const args = parse(onlineRefundInput, { ...(await withId(c)), payment_id });
      await readVisibleRow(deps, actor, 'payment', args.payment_id, PAYMENT_NOT_FOUND);
      await refundOnline(deps, actor, args);
      return readPayment(deps, actor, args.id);
    },
  }),
  handler('POST /api/payments/:id/record-refund', {
    ...{ ...writes, id },
    summary: 'Record money that was given back by check or in cash',
    notes: ONCE,
    body: 'recordRefund',
    answers: { 201: 'recordedPayment' },
    mutators: ['recordRefund'],
    ...{ into: 'source_id', made: ['id'] },
    ...{ isChecked: false, resumes: true },
    handle: async ({ c, deps, actor, id }) => {
      const body = await withId(c);
      const source_id = entryIdOf(await accountOfPayment(deps, actor, id), id);
      await runMutator(c, 'recordRefund', { ...body, source_id });
      return readPayment(deps, actor, body.id);
    },
  }),
  command('POST /api/payments/:id/mail-receipt', 'mailReceipt', {
    ...{ ...writes, id },
    summary: 'Mail the receipt of a payment to the holders of its account',
    body: 'none',
    answer: [200, readPayment, 'recordedPayment'],
  }),
  command('POST /api/payments/:id/duplicate', 'resolveDuplicate', {
    ...{ ...writes, id },
    summary: 'Say whether payments that look alike are the same',
    body: 'duplicateBody',
    args: ({ resolution }) => ({ keep: resolution }),
    answer: [200, readPayment, 'recordedPayment'],
  }),
  list('GET /api/payments', {
    ...reads,
    summary: 'List payments, returns to the payer and refunds, of an account or of a deposit',
    notes: 'The newest first.',
    query: recordedPaymentsQuery,
    read: readPayments,
    of: 'recordedPayment',
  }),
];

const depositRoutes = [
  list('GET /api/deposits', {
    ...reads,
    summary: 'List deposits',
    notes: 'Open ones first, then the newest.',
    query: listed,
    read: readDeposits,
    of: 'listedDeposit',
  }),
  command('POST /api/deposits', 'createDeposit', {
    ...{ ...writes, makes: givenId },
    summary: 'Open a deposit',
    answer: [201, readDeposit, 'deposit'],
  }),
  command('PUT /api/deposits/:id', 'closeDeposit', {
    ...{ ...writes, id: DEPOSIT_NOT_FOUND },
    summary: 'Close a deposit',
    answer: [200, readDeposit, 'deposit'],
  }),
];

export const ledgerRoutes: readonly Route[] = [...postingRoutes, ...paymentRoutes, ...depositRoutes];
