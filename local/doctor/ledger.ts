import type { Account } from '../../schema/tables/accounts.ts';
import { accounts } from '../../schema/tables/accounts.ts';
import { type Entry, entries, type Policy, policies } from '../../schema/tables/ledger.ts';
import { type PaymentPlan, plans } from '../../schema/tables/payment-plans.ts';
import { LAST_DAY } from '../../sync/ledger/books.ts';
import { type Fold, fold } from '../../sync/ledger/fold.ts';
import { batch } from '../../sync/server/retry.ts';
import { decoderOf } from '../../worker/queries/query.ts';
import { type Check, type Row, read, STAYS, type Subject } from './check.ts';

/** Ten years of each are a megabyte or two; the database gives no answer above ten. */
const ACCOUNTS_AT_ONCE = 20;

/** Compares the sums of accounts and the states of invoices with the entries, and the accounts that users hold with their
 * holders. */
export const checkLedger: Check = async (subject) => {
  const problems = await checkHolders(subject);
  let after = '';
  for (;;) {
    const page = await readPage(subject, after);
    problems.push(...page.accounts.flatMap((account) => checkAccount(account, page)));
    const last = page.accounts.at(-1);
    if (!last || page.accounts.length < ACCOUNTS_AT_ONCE) return problems;
    after = last.id;
  }
};

type Page = {
  accounts: Account[];
  entries: Map<string, Entry[]>;
  invoices: Row[];
  policies: Policy[];
  plans: PaymentPlan[];
};

/** One statement after the other in one view of the database. */
const readPage = async ({ db }: Subject, after: string): Promise<Page> => {
  const those = `SELECT t.id, t.hoa_id FROM accounts t WHERE t.id > ? AND ${STAYS} ORDER BY t.id LIMIT ${ACCOUNTS_AT_ONCE}`;
  const [held, posted, billed, rules, agreed] = await batch(
    db,
    [
      { sql: `SELECT a.* FROM (${those}) t JOIN accounts a ON a.id = t.id ORDER BY a.id`, args: [after] },
      {
        sql: `SELECT e.* FROM (${those}) t JOIN entries e ON e.hoa_id = t.hoa_id AND e.account_id = t.id`,
        args: [after],
      },
      {
        sql: `SELECT i.id, i.account_id, i.status, i.amount_cents, i.paid_cents
          FROM (${those}) t JOIN invoices i ON i.hoa_id = t.hoa_id AND i.account_id = t.id`,
        args: [after],
      },
      "SELECT * FROM policies WHERE kind = 'application'",
      {
        sql: `SELECT p.* FROM (${those}) t JOIN plans p ON p.hoa_id = t.hoa_id AND p.account_id = t.id`,
        args: [after],
      },
    ],
    'read',
  );
  const all = (posted?.rows ?? []).map(decoderOf(entries)) as Entry[];
  return {
    accounts: (held?.rows ?? []).map(decoderOf(accounts)) as Account[],
    entries: Map.groupBy(all, ({ account_id }) => account_id),
    invoices: (billed?.rows ?? []) as unknown as Row[],
    policies: (rules?.rows ?? []).map(decoderOf(policies)) as Policy[],
    plans: (agreed?.rows ?? []).map(decoderOf(plans)) as PaymentPlan[],
  };
};

const checkAccount = (account: Account, page: Page): string[] => {
  const own = page.entries.get(account.id) ?? [];
  const rules = page.policies.filter(({ hoa_id }) => hoa_id === account.hoa_id);
  const agreed = page.plans.filter(({ account_id }) => account_id === account.id);
  const folded = fold(own, { policies: rules, plans: agreed, as_of: LAST_DAY });
  const sums = (['balance_cents', 'credit_cents'] as const)
    .filter((field) => account[field] !== folded[field])
    .map(
      (field) =>
        `Account ${account.id} has a ${field.slice(0, -6)} of ${money(account[field])}, but its entries come to ${money(folded[field])}.`,
    );
  const charges = new Map(own.flatMap((entry) => (entry.invoice_id ? [[entry.invoice_id, entry] as const] : [])));
  const reversed = new Set(own.flatMap(({ kind, source_id }) => (kind === 'reversal' ? [source_id] : [])));
  const invoices = page.invoices.filter(({ account_id }) => account_id === account.id);
  return [...sums, ...invoices.flatMap((invoice) => checkInvoice(invoice, charges, reversed, folded))];
};

const checkInvoice = (
  { id, status, amount_cents, paid_cents }: Row,
  charges: ReadonlyMap<string, Entry>,
  reversed: ReadonlySet<string | null>,
  { debits }: Fold<Entry>,
): string[] => {
  const charge = charges.get(String(id));
  if (!charge) return [`Invoice ${id} has no charge in its account.`];
  const isCanceled = reversed.has(charge.id);
  const open = isCanceled ? Number(amount_cents) : (debits.get(charge.id)?.open_cents ?? 0);
  const said = isCanceled ? 'canceled' : open === 0 ? 'paid' : 'pending';
  const paid = Number(amount_cents) - open;
  if (status === said && paid_cents === paid) return [];
  return [
    `Invoice ${id} is ${status} with ${money(paid_cents)} paid, but by its entries it is ${said} with ${money(paid)}.`,
  ];
};

const checkHolders = async ({ db }: Subject): Promise<string[]> => {
  const unknown = await read(
    db,
    `SELECT t.id, j.value AS account FROM users t, json_each(t.account_ids) j WHERE ${STAYS} AND NOT EXISTS
      (SELECT 1 FROM accounts a, json_each(a.holder_ids) h WHERE a.id = j.value AND a.hoa_id = t.hoa_id AND h.value = t.id)`,
  );
  const unheld = await read(
    db,
    `SELECT t.id, j.value AS user FROM accounts t, json_each(t.holder_ids) j WHERE ${STAYS} AND NOT EXISTS
      (SELECT 1 FROM users u, json_each(u.account_ids) h WHERE u.id = j.value AND u.hoa_id = t.hoa_id AND h.value = t.id)`,
  );
  return [
    ...unknown.map(({ id, account }) => `User ${id} names account ${account}, which does not name them.`),
    ...unheld.map(({ id, user }) => `Account ${id} names user ${user}, who does not name it.`),
  ];
};

const money = (cents: unknown) => `$${(Number(cents) / 100).toFixed(2)}`;
