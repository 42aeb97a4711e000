import { beforeAll, expect } from 'vitest';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import { contextForAll, type Person, type TestContext } from './fixtures.ts';
import { TODAY } from './ledger.ts';
import { required } from './required.ts';
import { activateAccount, createInvoices, sessionOf, stripeForAll } from './stripe-harness.ts';

type StripeHarness = ReturnType<typeof stripeForAll>;

/** Rex's account with two invoices of $125.50 that are due already, and one that comes later. */
export const dueContext = async (harness: StripeHarness) => {
  const ctx = await harness.createContext();
  const account = await activateAccount(harness, ctx, ctx.sue);
  const due = async () => String((await createInvoices(ctx, ctx.rex, 1, { due_date: TODAY, period: TODAY })).ids[0]);
  const early = [await due(), await due()] as [string, string];
  const [late = ''] = (await createInvoices(ctx, ctx.rex)).ids;
  return { ctx, account, id: accountIdOf(ctx.rex.id, 0), early, late };
};

/** Opens a checkout, returns its session at Stripe. */
export const opened = async (harness: StripeHarness, person: Person, body: object, id?: string) => {
  const answer = await payAccount(person, body, id);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  const expand = ['line_items', 'payment_intent'];
  const session = await harness.stripe.checkout.sessions.retrieve(sessionOf(answer.body.checkout_url), { expand });
  const items = required(session.line_items).data.map(
    ({ description, amount_total }) => `${description} ${amount_total}`,
  );
  return { ...answer.body, session, items } as {
    checkout_url: string;
    amountCents: number;
    feeCents: number;
    session: typeof session;
    items: string[];
  };
};

export const payAccount = (person: Person, body: object, id = accountIdOf(person.id, 0)) =>
  person.call('POST', `/api/accounts/${id}/pay`, body);

export const paymentsOf = async ({ db }: TestContext, id: string) => {
  const sql = `SELECT kind, status, amount_cents, online_fee_cents, processor_fee_cents, method, note, user_id FROM payments
    WHERE account_id = ? ORDER BY created_at, id`;
  return (await db.execute({ sql, args: [id] })).rows.map((row) => ({ ...row }));
};

/** An HOA that takes payments online, for all tests of the file. */
export const payeesForAll = (): { harness: StripeHarness; ctx: TestContext } => {
  const harness = stripeForAll();
  const ctx = contextForAll(() => harness.createContext());
  beforeAll(() => activateAccount(harness, ctx, ctx.sue));
  return { harness, ctx };
};
