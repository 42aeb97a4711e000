import type Stripe from 'stripe';
import type { Invoice } from '../../schema/tables/invoices.ts';
import { isHoldingPayment } from '../../sync/disputes.ts';
import { assertUnsettled, INVOICE_NOT_FOUND, isPayer, synced } from '../../sync/invoices.ts';
import { openCheckout } from '../../sync/payments.ts';
import { ReadSet } from '../../sync/server/read-set.ts';
import { type Actor, authorize, isVisible, orNotFound, Refusal, type Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { transactAs } from '../run-mutator.ts';
import { expireCheckoutSession, isInvalidRequest, unlessInvalid, withStripe } from '../stripe/client.ts';
import { applyResult } from '../stripe/webhooks.ts';
import { readAccount } from './account-store.ts';
import { refreshAccount } from './accounts.ts';
import { checkoutResult, closeResult } from './charges.ts';
import { estimatedFee } from './fees.ts';

const MAX_TRIES = 3;
const DISPUTED = 'A payment of this invoice is disputed. It can be paid again once the bank has decided.';
const INVOICE_CHANGED = 'This invoice has just changed. Please try again.';

/** Returns the URL of the invoice's open checkout, or of a new one. The result of an ended checkout is recorded first.
 * */
export const payInvoice = (deps: Deps, actor: Actor, id: string): Promise<string> =>
  withStripe(deps, async (stripe) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const invoice = await findPayable(deps, actor, id);
      const account = await requireAccount(deps, actor.hoa_id);
      if (invoice.checkout_session_id === null) return startCheckout(deps, stripe, actor, invoice, account);
      const url = await resumeCheckout(deps, stripe, invoice, invoice.checkout_session_id);
      if (url) return url;
    }
    throw new Refusal('conflict', INVOICE_CHANGED);
  });

const findPayable = async (deps: Deps, actor: Actor, id: string): Promise<Invoice> => {
  const reads = new ReadSet(deps.db, actor.hoa_id);
  const [row, payments, disputes] = await Promise.all([
    reads.row('invoice', id),
    reads.list('payment', 'invoice_id', id),
    reads.list('dispute', 'invoice_id', id),
  ]);
  const invoice = orNotFound(row, INVOICE_NOT_FOUND);
  orNotFound(isVisible(synced, invoice, actor) || undefined, INVOICE_NOT_FOUND);
  authorize(isPayer(actor, invoice), 'Only the invoice recipient can make payments.');
  assertUnsettled(invoice, payments);
  if (disputes.some(isHoldingPayment)) throw new Refusal('conflict', DISPUTED);
  if (invoice.amount_cents < MIN_CENTS) throw amountTooSmall();
  return invoice;
};

type Account = { account_id: string; rev: number };

const requireAccount = async (deps: Deps, hoa_id: string): Promise<Account> => {
  const account = await readAccount(deps, hoa_id);
  if (!account?.charges_enabled || account.deauthorized_at !== null) throw paymentsUnavailable();
  return account;
};

/** Stripe's minimum for USD. */
const MIN_CENTS = 50;
const amountTooSmall = () =>
  new Refusal('conflict', 'Amounts below $0.50 cannot be paid online. Please contact the board.');

const paymentsUnavailable = () =>
  new Refusal('conflict', 'Your HOA cannot take online payments yet. Please contact the board.');

const resumeCheckout = async (deps: Deps, stripe: Stripe, { hoa_id, id }: Invoice, session_id: string) => {
  const session = await unlessInvalid(stripe.checkout.sessions.retrieve(session_id));
  if (session?.status === 'open') return session.url ?? undefined;
  const result = session ? await checkoutResult(deps, stripe, session_id) : closeResult(hoa_id, id, session_id);
  if (result) await applyResult(deps, result);
  return undefined;
};

const startCheckout = async (
  deps: Deps,
  stripe: Stripe,
  actor: Actor,
  invoice: Invoice,
  account: Account,
): Promise<string> => {
  const { id, url } = await createSession(deps, stripe, actor, invoice, account);
  if (!url) throw new Error(`${id} has no page`);
  try {
    const about = { entity: 'invoice', entity_id: invoice.id, title: invoice.title } as const;
    await transactAs(deps, actor, (tx) => saveSession(tx, invoice, id), { action: 'startCheckout', about });
  } catch (error) {
    if (error instanceof Refusal) await expireCheckoutSession(stripe, id);
    throw error;
  }
  return url;
};

/** The idempotency key makes concurrent calls for one invoice and account share a checkout. */
const createSession = async (
  deps: Deps,
  stripe: Stripe,
  actor: Actor,
  invoice: Invoice,
  { account_id, rev }: Account,
) => {
  const fee = estimatedFee(deps.config, null, invoice.amount_cents);
  const idempotencyKey = `checkout/${invoice.id}/${invoice.rev}/${account_id}/${rev}/${fee}/${actor.email}`.slice(
    0,
    255,
  );
  try {
    return await stripe.checkout.sessions.create(sessionParams(deps, actor, invoice, account_id), { idempotencyKey });
  } catch (error) {
    // The account may have lost the right to charge before its webhook arrived.
    if (isInvalidRequest(error) && !(await refreshAccount(deps, actor.hoa_id))?.charges_enabled)
      throw paymentsUnavailable();
    throw error;
  }
};

const saveSession = async (tx: Tx, invoice: Invoice, session: string): Promise<void> => {
  const current = (await tx.get('invoice', invoice.id))?.checkout_session_id ?? null;
  // Two open checkouts could both be paid.
  if (current !== null && current !== session) throw new Refusal('conflict', INVOICE_CHANGED);
  await openCheckout(tx, invoice.id, session);
};

const sessionParams = (
  { config }: Deps,
  actor: Actor,
  invoice: Invoice,
  account: string,
): Stripe.Checkout.SessionCreateParams => {
  const metadata = { hoa_id: invoice.hoa_id, invoice_id: invoice.id };
  const page = `${config.publicUrl}/invoices/${invoice.id}`;
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: invoice.amount_cents, product_data: { name: invoice.title } },
      },
    ],
    allowed_payment_method_types: ['card', 'us_bank_account'],
    payment_intent_data: {
      on_behalf_of: account,
      transfer_data: { destination: account },
      application_fee_amount: estimatedFee(config, null, invoice.amount_cents),
      metadata,
    },
    metadata,
    client_reference_id: invoice.id,
    customer_email: actor.email,
    success_url: `${page}?checkout=success`,
    cancel_url: `${page}?checkout=canceled`,
  };
};
