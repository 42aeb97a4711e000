import type { Outcome } from '../checkout/mode.ts';
import { MODES } from '../checkout/modes.ts';
import { type Payer, payCheckout, resumeCheckout } from '../checkout/pay.ts';
import type { Server } from '../core/api.ts';
import { type Context, find } from '../core/context.ts';
import type { Session } from '../core/state.ts';
import { authenticationPage } from './authentication.ts';
import { checkoutForm, merchantOf } from './checkout-form.ts';
import { type Form, payerOf } from './checkout-input.ts';
import { hosted, notice, type Page } from './hosted.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';

/** The hosted Checkout page, its form, and its 3-D Secure step: https://docs.stripe.com/payments/checkout */
export const serveCheckoutPages = (server: Server): void => {
  const { ctx } = server;
  hosted(server, 'GET', '/c/pay/:id', ({ id }) => {
    const session = find(ctx, 'sessions', id);
    return closed(session) ?? { document: form(ctx, session, {}) };
  });
  hosted(server, 'POST', '/c/pay/:id', ({ id, form: typed }) => {
    const session = find(ctx, 'sessions', id);
    const payer = payerOf(session, typed);
    if ('wrong' in payer) return closed(session) ?? { document: form(ctx, session, typed, payer.wrong) };
    return after(ctx, session, payCheckout(ctx, session, payer as Payer), typed);
  });
  hosted(server, 'GET', '/c/pay/:id/3d_secure', ({ id }) => {
    const session = find(ctx, 'sessions', id);
    return (
      closed(session) ?? {
        document: authenticationPage(`/c/pay/${id}/3d_secure`, merchantOf(ctx, session), session.amount_total),
      }
    );
  });
  hosted(server, 'POST', '/c/pay/:id/3d_secure', ({ id, form: typed }) => {
    const session = find(ctx, 'sessions', id);
    return after(ctx, session, resumeCheckout(ctx, session, typed.outcome === 'complete'), {});
  });
};

const form = (ctx: Context, session: Session, typed: Form, wrong?: { field: string; message: string }): string => {
  const { customer, customer_email } = session;
  const email = customer_email ?? (customer && ctx.store.get('customers', customer as string)?.email) ?? '';
  return checkoutForm(ctx, session, { email, ...typed }, MODES[session.mode]?.button ?? 'Pay', wrong);
};

const after = (ctx: Context, session: Session, outcome: Outcome | undefined, typed: Form): Page => {
  if (!outcome || 'done' in outcome)
    return session.status === 'complete' ? { to: successOf(session) } : closed(session)!;
  if ('step' in outcome) return { to: `/c/pay/${session.id}/3d_secure` };
  return { document: form(ctx, session, typed, { field: '', message: outcome.refused }) };
};

const successOf = (session: Session) => (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);

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
