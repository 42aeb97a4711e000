import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { PayInput } from '../../schema/pay-inputs.ts';
import { ONLINE_METHODS, type OnlineMethod } from '../../schema/paying.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Checkout } from '../../schema/tables/checkouts.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import { entities } from '../../sync/index.ts';
import { INVOICE_NOT_FOUND, isPayer } from '../../sync/invoices/entity.ts';
import { accountOfInvoice } from '../../sync/ledger/billing.ts';
import { CHANGED, openCheckout } from '../../sync/payments/checkouts.ts';
import type { About } from '../../sync/server/activity.ts';
import { ReadSet } from '../../sync/server/read-set.ts';
import { type Actor, authorize, isVisible, orNotFound, Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { derivedId } from '../derived-id.ts';
import { transactAs } from '../run-mutator.ts';
import type { StartedPaymentBody } from '../shapes/paying.ts';
import { expireCheckoutSession, isInvalidRequest, isKeyInUse, unlessInvalid, withStripe } from '../stripe/client.ts';
import { applyResult } from '../stripe/webhooks.ts';
import { transactAsSystem } from '../transact.ts';
import { readAccount, type StoredAccount } from './account-store.ts';
import { refreshAccount } from './accounts.ts';
import { checkoutResult, closeResult } from './charges.ts';
import { insertCheckout, readCheckouts } from './checkouts.ts';
import { estimatedFee, onlineFeeOn } from './fees.ts';
import { type Payable, payableOf } from './payable.ts';
import { assertHolder, paymentsUnavailable, takingPayments } from './quote.ts';
import { route } from './route.ts';

const MAX_TRIES = 5;
const OPENING = 'Your payment page is being opened. Please try again in a moment.';

/** Opens a page on which a holder pays their account, or finds the one that is open. Throws Refusal. */
export const payAccount = (deps: Deps, actor: Actor, id: string, asked: PayInput): Promise<StartedPaymentBody> =>
  pay(deps, actor, { account_id: id, asked, path: '/account' });

/** Returns the URL of the page on which an invoice is paid. Throws Refusal. */
export const payInvoice = async (deps: Deps, actor: Actor, id: string): Promise<string> => {
  const account_id = await accountOfPayer(deps, actor, id);
  const asked = { invoice_ids: [id] };
  return (await pay(deps, actor, { account_id, asked, path: `/invoices/${id}` })).checkout_url;
};

/** An invoice of before the ledger brings its account along. */
const accountOfPayer = async (deps: Deps, actor: Actor, id: string): Promise<string> => {
  const row = await new ReadSet(deps.db, actor.hoa_id).row('invoice', id);
  const invoice = orNotFound(row, INVOICE_NOT_FOUND);
  orNotFound(isVisible(entities.invoice, invoice, actor) || undefined, INVOICE_NOT_FOUND);
  authorize(isPayer(actor, invoice), 'Only the invoice recipient can make payments.');
  return invoice.account_id ?? openLedgerOf(deps, invoice);
};

const openLedgerOf = async (deps: Deps, { id, hoa_id }: Invoice): Promise<string> => {
  let account_id = '';
  await transactAsSystem(
    deps,
    hoa_id,
    async (tx) => {
      account_id = (await accountOfInvoice(tx, orNotFound(await tx.get('invoice', id), INVOICE_NOT_FOUND))).id;
    },
    { action: null },
  );
  return account_id;
};

/** `path` is that of the screen to come back to. */
type PayRequest = { account_id: string; asked: PayInput; path: string };

const pay = (deps: Deps, actor: Actor, request: PayRequest): Promise<StartedPaymentBody> =>
  withStripe(deps, async (stripe) => {
    let reason = CHANGED;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const start = await prepare(deps, actor, request);
      const url = await resume(deps, stripe, start);
      reason = url === null ? CHANGED : OPENING;
      const checkout_url = url === undefined ? await startCheckout(deps, stripe, actor, start) : url;
      if (checkout_url !== null)
        return { checkout_url, amountCents: start.payable.amount_cents, feeCents: start.fee_cents };
    }
    throw new Refusal('conflict', reason);
  });

type Start = PayRequest & {
  account: Account;
  connected: StoredAccount;
  payable: Payable;
  fee_cents: number;
  method: OnlineMethod | null;
  opened_by: string;
  about: About;
} & Pick<Awaited<ReturnType<typeof readCheckouts>>, 'open' | 'others' | 'times'>;

const prepare = async (deps: Deps, actor: Actor, request: PayRequest): Promise<Start> => {
  const { hoa_id } = actor;
  const { account_id, asked } = request;
  const reads = new ReadSet(deps.db, hoa_id);
  const ids = asked.invoice_ids ?? [];
  const [account, entries, payments, plans, policies, hoa, connected, known, invoices, disputes] = await Promise.all([
    reads.row('account', account_id),
    reads.list('entry', 'account_id', account_id),
    reads.list('payment', 'account_id', account_id),
    reads.list('plan', 'account_id', account_id),
    reads.list('policy', 'hoa_id', hoa_id),
    reads.row('hoa', hoa_id),
    readAccount(deps, hoa_id),
    readCheckouts(deps, hoa_id, account_id),
    Promise.all(ids.map((id) => reads.row('invoice', id))),
    Promise.all(ids.map((id) => reads.list('dispute', 'invoice_id', id))),
  ]);
  const held = assertHolder(actor, account);
  const today = todayOf(hoa, deps.now().toISOString());
  const rows = { entries, payments, plans, policies, pinned: known.pinned, disputes: disputes.flat(), today };
  const chosen = invoices.flatMap((one) => one ?? []);
  const payable = payableOf({ ...rows, account: held, invoices: chosen }, asked);
  const fee_cents = onlineFeeOn(policies, today);
  const method = asked.method ?? null;
  const about = aboutOf(held, chosen);
  const start = { ...request, ...known, payable, fee_cents, method, about, opened_by: actor.id };
  return { ...start, account: held, connected: takingPayments(connected) };
};

const aboutOf = (account: Account, [invoice, ...more]: readonly Invoice[]): About => {
  if (!invoice || more.length > 0) return { entity: 'account', entity_id: account.id, title: account.id };
  return { entity: 'invoice', entity_id: invoice.id, title: invoice.title };
};

/** The page of a checkout that is open for the same. Others are expired, and what came of those that have ended is recorded:
 * then null, because the account may have changed. Undefined where there was none. */
const resume = async (deps: Deps, stripe: Stripe, start: Start): Promise<string | null | undefined> => {
  const { hoa_id } = start.account;
  for (const checkout of start.open) {
    const session = await unlessInvalid(stripe.checkout.sessions.retrieve(checkout.session_id));
    if (session?.status === 'open' && isSame(checkout, start) && session.url) return session.url;
    await end(deps, stripe, hoa_id, session, { ...checkout, invoice_id: null });
  }
  for (const other of start.others) {
    const session = await unlessInvalid(stripe.checkout.sessions.retrieve(other.session_id));
    await end(deps, stripe, hoa_id, session, { ...other, account_id: start.account_id });
  }
  return start.open.length + start.others.length > 0 ? null : undefined;
};

type Ended = { session_id: string; account_id: string; invoice_id: string | null };

const end = async (
  deps: Deps,
  stripe: Stripe,
  hoa_id: string,
  session: Stripe.Checkout.Session | undefined,
  ended: Ended,
): Promise<void> => {
  if (session?.status === 'open') await expireCheckoutSession(stripe, session.id);
  const result = session && (await checkoutResult(deps, stripe, session.id));
  await applyResult(deps, result ?? closeResult(deps, hoa_id, ended, 'expired'));
};

const isSame = (checkout: Checkout, { payable, fee_cents, method, opened_by }: Start): boolean =>
  checkout.opened_by === opened_by &&
  checkout.amount_cents === payable.amount_cents &&
  checkout.fee_cents === fee_cents &&
  checkout.method === method &&
  checkout.invoice_id === payable.invoice_id &&
  JSON.stringify(checkout.pins) === JSON.stringify(payable.pins);

/** Null while another call opens the same page. */
const startCheckout = async (deps: Deps, stripe: Stripe, actor: Actor, start: Start): Promise<string | null> => {
  const { account, payable, fee_cents, method } = start;
  const made = await createSession(deps, stripe, actor, start);
  if (!made) return null;
  const { id, session } = made;
  if (!session.url) throw new Error(`${session.id} has no page`);
  const row = {
    id,
    hoa_id: account.hoa_id,
    session_id: session.id,
    account_id: account.id,
    opened_by: actor.id,
    amount_cents: payable.amount_cents,
    fee_cents,
    method,
    invoice_id: payable.invoice_id,
    pins: payable.pins,
    created_at: deps.now().toISOString(),
  };
  try {
    await transactAs(deps, actor, (tx) => openCheckout(tx, account, session.id), {
      action: 'startCheckout',
      about: start.about,
      statementsAfter: [insertCheckout(row)],
    });
  } catch (error) {
    if (error instanceof Refusal) await expireCheckoutSession(stripe, session.id);
    throw error;
  }
  return session.url;
};

/** The idempotency key makes concurrent calls for the same share a checkout; undefined while another call makes it. */
const createSession = async (deps: Deps, stripe: Stripe, actor: Actor, start: Start) => {
  const params = sessionParams(deps, actor, start);
  const digest = createHash('sha256').update(JSON.stringify(params)).digest('hex');
  const { id: account_id, rev } = start.account;
  const idempotencyKey = `checkout/${account_id}/${rev}/${start.connected.rev}/${start.times}/${digest}`;
  const id = derivedId(idempotencyKey);
  const metadata = { ...params.metadata, checkout_id: id };
  const payment_intent_data = { ...params.payment_intent_data, metadata };
  try {
    const session = await stripe.checkout.sessions.create(
      { ...params, metadata, payment_intent_data },
      { idempotencyKey },
    );
    return { id, session };
  } catch (error) {
    if (isKeyInUse(error)) return undefined;
    // The account may have lost the right to charge before its webhook arrived.
    if (isInvalidRequest(error) && !(await refreshAccount(deps, actor.hoa_id))?.charges_enabled)
      throw paymentsUnavailable();
    throw error;
  }
};

const sessionParams = (
  { config }: Deps,
  actor: Actor,
  { account, connected, payable, fee_cents, method, path }: Start,
): Stripe.Checkout.SessionCreateParams => {
  const { amount_cents, invoice_id, items } = payable;
  const lines = fee_cents === 0 ? items : [...items, { name: 'Fee for paying online', cents: fee_cents }];
  const page = `${config.publicUrl}${path}`;
  return {
    mode: 'payment',
    line_items: lines.map(({ name, cents }) => ({
      quantity: 1,
      price_data: { currency: 'usd', unit_amount: cents, product_data: { name } },
    })),
    allowed_payment_method_types: method ? [method] : [...ONLINE_METHODS],
    payment_intent_data: route(connected.account_id, estimatedFee(config, method, amount_cents + fee_cents)),
    metadata: { hoa_id: account.hoa_id, account_id: account.id, ...(invoice_id !== null && { invoice_id }) },
    client_reference_id: invoice_id ?? account.id,
    customer_email: actor.email,
    success_url: `${page}?checkout=success`,
    cancel_url: `${page}?checkout=canceled`,
  };
};
