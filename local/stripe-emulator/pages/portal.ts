import type { Invoice } from '../billing/subscription-rows.ts';
import type { Details } from '../billing/subscription-shapes.ts';
import type { Server } from '../core/api.ts';
import { type Context, find } from '../core/context.ts';
import { dollars } from '../core/money.ts';
import { type CardOutcome, replaceCard, resumeCard } from '../portal/cards.ts';
import { cancelPlan, choosePrice, type PortalSession, subscriptionFor, undoPlanChange } from '../portal/plans.ts';
import { authenticationPage } from './authentication.ts';
import { cardPayer, type Form } from './checkout-input.ts';
import { hosted, notice, type Page } from './hosted.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { cancelPage, cardPage, homeOf } from './portal-forms.ts';
import { dateOf, planChoice, portalHome } from './portal-home.ts';

/** The hosted customer portal: https://docs.stripe.com/customer-management */
export const servePortalPages = (server: Server): void => {
  const { ctx } = server;
  const at = (method: 'GET' | 'POST', path: string, show: (session: PortalSession, form: Form, step: string) => Page) =>
    hosted(server, method, `/p/session/:id${path}`, ({ id, form, c }) =>
      show(find(ctx, 'portal_sessions', id), form, c.req.param('intent')),
    );
  at('GET', '', (session) =>
    session.flow ? { to: `/p/session/${session.id}/${FLOWS[session.flow.type]}` } : home(ctx, session),
  );
  at('GET', '/home', (session) => home(ctx, session));
  at('GET', '/plan', (session) => planPage(ctx, session));
  at('POST', '/plan', (session, { price = '' }) => {
    choosePrice(ctx, session, price);
    return after(session);
  });
  at('GET', '/cancel', (session) =>
    subscriptionFor(ctx, session) ? { document: cancelPage(ctx, session) } : { to: homeOf(session) },
  );
  at('POST', '/cancel', (session, said) => {
    cancelPlan(ctx, session, detailsOf(said));
    return after(session);
  });
  at('POST', '/keep', (session) => {
    undoPlanChange(ctx, session);
    return { to: homeOf(session) };
  });
  at('GET', '/card', (session) => ({ document: cardPage(session, {}) }));
  at('POST', '/card', (session, form) => {
    const email = find(ctx, 'customers', session.customer).email ?? '';
    const payer = cardPayer(email, form);
    if ('wrong' in payer) return { document: cardPage(session, form, payer.wrong) };
    return afterCard(session, replaceCard(ctx, session, payer.method), form);
  });
  at('GET', '/card/:intent', ({ id }, _, intent) => ({
    document: authenticationPage(`/p/session/${id}/card/${intent}`, 'Porchlight', null),
  }));
  at('POST', '/card/:intent', (session, { outcome }, intent) =>
    afterCard(session, resumeCard(ctx, session, intent, outcome === 'complete'), {}),
  );
  openInvoicePage(server);
};

/** Where a session made for one thing to do begins: https://docs.stripe.com/customer-management/portal-deep-links */
const FLOWS: Record<string, string> = {
  payment_method_update: 'card',
  subscription_cancel: 'cancel',
  subscription_update: 'plan',
  subscription_update_confirm: 'plan',
};

const home = (ctx: Context, session: PortalSession): Page => ({ document: portalHome(ctx, session) });

const planPage = (ctx: Context, session: PortalSession): Page => {
  const row = subscriptionFor(ctx, session);
  if (!row) return { to: homeOf(session) };
  const back = html`<a class="back" href="${homeOf(session)}">Back</a>`;
  return { document: layout('Update plan', html`${back}<h1>Update plan</h1>${planChoice(ctx, session, row)}`) };
};

const after = (session: PortalSession): Page => {
  const completion = session.flow?.after_completion;
  if (completion?.type === 'redirect' && completion.redirect) return { to: completion.redirect.return_url };
  if (completion?.type !== 'hosted_confirmation') return { to: homeOf(session) };
  const message = completion.hosted_confirmation?.custom_message ?? 'Your changes have been saved.';
  return { document: notice('Thank you', message, session.return_url) };
};

const afterCard = (session: PortalSession, outcome: CardOutcome, typed: Form): Page => {
  if ('done' in outcome) return after(session);
  if ('step' in outcome) return { to: `/p/session/${session.id}/card/${outcome.step}` };
  return { document: cardPage(session, typed, { field: '', message: outcome.refused }) };
};

const detailsOf = ({ feedback, comment }: Form): Details => ({
  comment: comment?.trim() || null,
  feedback: (feedback || null) as Details['feedback'],
});

/** The hosted page of an invoice, to look at: https://docs.stripe.com/invoicing/hosted-invoice-page */
const openInvoicePage = (server: Server): void =>
  hosted(server, 'GET', '/i/:id', ({ id }) => ({ document: invoicePage(find(server.ctx, 'invoices', id)) }));

const invoicePage = ({ number, status, created, total, amount_due, lines, customer_name }: Invoice): string =>
  layout(
    `Invoice ${number}`,
    html`<div class="card">
<h1>Invoice ${number}</h1>
<p class="dim">${customer_name} · ${dateOf(created)} · ${String(status)}</p>
<p class="amount">${dollars(total)}</p>
<ul class="items">${lines.data.map(
      ({ description, amount }) => html`<li><span>${description}</span><span>${dollars(amount)}</span></li>`,
    )}
<li><strong>Amount due</strong><strong>${dollars(amount_due)}</strong></li></ul>
</div>`,
  );
