import { uuidv7 } from 'uuidv7';
import { payInput } from '../../schema/pay-inputs.ts';
import { ACCOUNT_NOT_FOUND } from '../../sync/accounts/entity.ts';
import { ENTRY_NOT_FOUND } from '../../sync/ledger/postings.ts';
import { csvResponse } from '../http/csv.ts';
import { accountQuery, accountsQuery, entriesQuery, quoteQuery } from '../http/list-queries.ts';
import { jsonBody } from '../http/validate.ts';
import { payAccount } from '../payments/checkout.ts';
import { quotePayment } from '../payments/quote.ts';
import { readAccount, readExplainedEntry, readStatement, statementLines } from '../queries/account-entries.ts';
import { readAccounts, readOwnAccounts } from '../queries/accounts.ts';
import { runMutator } from '../run-mutator.ts';
import { command } from './command.ts';
import { handler, list, query } from './query.ts';
import type { Args, Route } from './route.ts';

const longId = ACCOUNT_NOT_FOUND;
const writes = { tag: 'Accounts', access: 'board', scope: 'accounts:write' } as const;
const reads = { tag: 'Accounts', access: 'person', scope: 'accounts:read' } as const;
const pays = { tag: 'Accounts', access: 'person' } as const;

const accountId = ({ id }: Args, made: string = uuidv7()) => id ?? `a-${made}`;

export const accountRoutes: readonly Route[] = [
  list('GET /api/accounts', {
    ...{ ...reads, access: 'board' },
    summary: 'List accounts',
    notes: 'Open ones, without a filter. With a day, the figures are those of that day.',
    query: accountsQuery,
    read: readAccounts,
    of: 'listedAccount',
  }),
  command('POST /api/accounts', 'openAccount', {
    ...{ ...writes, isChecked: true, makes: accountId },
    summary: 'Open an account',
    notes: 'Its `id`, where the body names one, is `a-` and a UUID.',
    answer: [201, readAccount, 'detailedAccount'],
  }),
  query('GET /api/accounts/mine', {
    ...reads,
    summary: 'List the accounts that the caller holds',
    answer: [async (deps, actor) => ({ docs: await readOwnAccounts(deps, actor) }), 'ownAccounts'],
  }),
  query('GET /api/accounts/:id', {
    ...{ ...reads, longId },
    summary: 'Get an account, with its figures and what is open',
    notes: '`as_of` is the day of the figures; what was posted after `known_at` is left out.',
    query: accountQuery,
    answer: [readAccount, 'detailedAccount'],
  }),
  command('PUT /api/accounts/:id', 'setAccountFlags', {
    ...{ ...writes, longId },
    summary: 'Set the note, and whether fees and reminders are off',
    answer: [200, readAccount, 'detailedAccount'],
  }),
  command('POST /api/accounts/:id/holders', 'joinAccount', {
    ...{ ...writes, longId },
    summary: 'Add a holder to the account',
    notes: 'Their own account must have a balance of 0 and is closed.',
    answer: [200, readAccount, 'detailedAccount'],
  }),
  command('POST /api/accounts/:id/holders/remove', 'leaveAccount', {
    ...{ ...writes, longId },
    summary: 'Remove a holder from the account',
    answer: [200, readAccount, 'detailedAccount'],
  }),
  handler('POST /api/accounts/:id/transfer', {
    ...{ ...writes, longId },
    summary: 'Sell the home',
    notes: 'Closes the account and opens that of the new owner.',
    body: 'saleBody',
    answers: { 201: 'sale' },
    mutators: ['transferOwnership'],
    ...{ into: 'account_id', made: ['id'] },
    ...{ isChecked: false, resumes: true },
    handle: async ({ c, deps, actor, id: account_id }) => {
      const { issued, ...body } = await jsonBody(c);
      const id = accountId(body, deps.once?.record_id);
      await runMutator(c, 'transferOwnership', { ...body, id, account_id, issued: withIds(issued) });
      const [from, to] = await Promise.all([account_id, String(id)].map((one) => readAccount(deps, actor, one)));
      return { from, to };
    },
  }),
  handler('GET /api/accounts/:id/entries', {
    ...{ ...reads, longId },
    summary: 'Get a statement',
    notes: 'With format=csv as CSV.',
    query: entriesQuery,
    answers: { 200: 'statement' },
    hasCsv: true,
    handle: async ({ c, deps, actor, id, query: { format, ...range } }) =>
      format === 'json'
        ? readStatement(deps, actor, id, range)
        : csvResponse(c, await statementLines(deps, actor, id, range)),
  }),
  query('GET /api/entries/:id', {
    ...{ ...reads, longId: ENTRY_NOT_FOUND },
    summary: 'Get an entry and what explains it',
    answer: [readExplainedEntry, 'explainedEntry'],
  }),
  query('GET /api/accounts/:id/quote', {
    ...{ ...pays, longId },
    errors: [409],
    summary: 'Get what an online payment costs by each method',
    notes: 'For holders of the account.',
    query: quoteQuery,
    answer: [(deps, actor, id, { amount }) => quotePayment(deps, actor, id, amount), 'quote'],
  }),
  handler('POST /api/accounts/:id/pay', {
    ...{ ...pays, longId },
    errors: [502],
    summary: 'Pay online',
    notes:
      'For holders of the account. One of amount (dollars), all_due and invoice_ids; amount with invoice_ids pays these first.',
    body: payInput,
    answers: { 200: 'startedPayment' },
    handle: async ({ deps, actor, id, input }) => payAccount(deps, actor, id, await input()),
  }),
];

/** The ids of the new invoices are the server's to make where the caller names none. */
const withIds = (issued: unknown): unknown =>
  Array.isArray(issued) ? issued.map((one: object | null) => ({ as: uuidv7(), ...one })) : issued;
