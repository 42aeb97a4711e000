import { MODES, type Outcome } from '../checkout-modes.ts';
import { type Payer, pay, resume } from '../checkout-paying.ts';
import type { House } from '../door.ts';
import type { Session } from '../state.ts';
import { find, type World } from '../world.ts';
import { checkoutForm, merchantOf } from './checkout-form.ts';
import { type Form, payerOf } from './checkout-input.ts';
import { hosted, notice, type Page } from './door.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { stepPage } from './step.ts';

/** The hosted Checkout page, its form, and its 3-D Secure step: https://docs.stripe.com/payments/checkout */
export const openCheckoutPages = (house: House): void => {
  const { world } = house;
  hosted(house, 'GET', '/c/pay/:id', ({ id }) => {
    const session = find(world, 'sessions', id);
    return closed(session) ?? { document: form(world, session, {}) };
  });
  hosted(house, 'POST', '/c/pay/:id', ({ id, form: typed }) => {
    const session = find(world, 'sessions', id);
    const payer = payerOf(session, typed);
    if ('wrong' in payer) return closed(session) ?? { document: form(world, session, typed, payer.wrong) };
    return after(world, session, pay(world, session, payer as Payer), typed);
  });
  hosted(house, 'GET', '/c/pay/:id/3d_secure', ({ id }) => {
    const session = find(world, 'sessions', id);
    return (
      closed(session) ?? {
        document: stepPage(`/c/pay/${id}/3d_secure`, merchantOf(world, session), session.amount_total),
      }
    );
  });
  hosted(house, 'POST', '/c/pay/:id/3d_secure', ({ id, form: typed }) => {
    const session = find(world, 'sessions', id);
    return after(world, session, resume(world, session, typed.outcome === 'complete'), {});
  });
};

const form = (world: World, session: Session, typed: Form, wrong?: { field: string; message: string }): string => {
  const { customer, customer_email } = session;
  const email = customer_email ?? (customer && world.store.get('customers', customer as string)?.email) ?? '';
  return checkoutForm(world, session, { email, ...typed }, MODES[session.mode]?.button ?? 'Pay', wrong);
};

/** Where the payer goes next. */
const after = (world: World, session: Session, outcome: Outcome | undefined, typed: Form): Page => {
  if (!outcome || 'done' in outcome)
    return session.status === 'complete' ? { to: successOf(session) } : closed(session)!;
  if ('step' in outcome) return { to: `/c/pay/${session.id}/3d_secure` };
  return { document: form(world, session, typed, { field: '', message: outcome.refused }) };
};

const successOf = (session: Session) => (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);

/** What a session shows that can no longer be paid. */
const closed = (session: Session): Page | undefined => {
  if (session.status === 'expired') {
    return {
      status: 410,
      document: notice('This checkout page has expired', 'Go back and start again.', session.cancel_url),
    };
  }
  if (session.status !== 'complete') return undefined;
  const document = layout(
    "You're all done here",
    html`<div class="card"><h1>You're all done here</h1><p>You've already completed your payment.</p><a href="${successOf(session)}">Continue</a></div>`,
  );
  return { document };
};
