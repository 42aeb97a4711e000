import { itemOf, type Subscription } from '../billing/subscription-rows.ts';
import { type Context, find } from '../core/context.ts';
import { dollars } from '../core/money.ts';
import type { Price } from '../core/price.ts';
import { cardFor } from '../portal/cards.ts';
import { featuresFor, nextPrice, offeredPrices, type PortalSession, subscriptionFor } from '../portal/plans.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

export const portalHome = (ctx: Context, session: PortalSession): string => {
  const features = featuresFor(ctx, session);
  const row = subscriptionFor(ctx, session);
  return layout(
    'Porchlight billing',
    html`${session.return_url ? html`<a class="back" href="${session.return_url}">Return to Porchlight</a>` : ''}
<h1>Billing for ${find(ctx, 'customers', session.customer).name ?? 'you'}</h1>
${row ? current(ctx, session, row) : html`<section class="card"><h2>Current plan</h2><p>There is no active plan.</p></section>`}
${row && row.cancel_at === null ? planChoice(ctx, session, row) : ''}
${features.payment_method_update.enabled ? payment(ctx, session) : ''}
${features.invoice_history.enabled ? invoices(ctx, session) : ''}`,
  );
};

const current = (ctx: Context, session: PortalSession, row: Subscription): Html => {
  const { price } = itemOf(row);
  const { subscription_cancel } = featuresFor(ctx, session);
  return html`<section class="card">
<h2>Current plan</h2>
<p><strong>${nameOf(ctx, price)}</strong><br>${rateOf(price)}</p>
<p class="dim">${statusLine(ctx, row)}</p>
${row.cancel_at !== null ? html`<form method="post" action="/p/session/${session.id}/keep"><button>Don't cancel plan</button></form>` : ''}
${row.cancel_at === null && subscription_cancel.enabled ? html`<a class="button" href="/p/session/${session.id}/cancel">Cancel plan</a>` : ''}
</section>`;
};

export const planChoice = (ctx: Context, session: PortalSession, row: Subscription): Html => {
  const prices = offeredPrices(ctx, session);
  const asked = session.flow?.subscription_update_confirm?.items[0]?.price;
  const chosen = asked ?? (nextPrice(ctx, row) ?? itemOf(row).price).id;
  if (prices.length === 0) return html``;
  return html`<form class="card" style="margin-bottom:1rem" method="post" action="/p/session/${session.id}/plan">
<fieldset class="stack"><legend>Plans</legend>${prices.map(
    (
      price,
    ) => html`<label><span><input type="radio" name="price" value="${price.id}"${price.id === chosen ? html` checked` : ''}> ${nameOf(ctx, price)}</span>
<span class="dim">${rateOf(price)}</span></label>`,
  )}</fieldset>
<button>Update plan</button>
</form>`;
};

const statusLine = (ctx: Context, row: Subscription): string => {
  const end = dateOf(itemOf(row).current_period_end);
  if (row.cancel_at !== null) return `Your plan will be canceled on ${dateOf(row.cancel_at)}.`;
  const next = nextPrice(ctx, row);
  if (next) return `Your plan changes to ${nameOf(ctx, next)} on ${end}.`;
  if (row.status === 'trialing') return `Your trial ends on ${end}.`;
  if (row.status === 'past_due') return 'Your last payment failed. Please update your card.';
  return `Your plan renews on ${end}.`;
};

const payment = (ctx: Context, session: PortalSession): Html => {
  const card = cardFor(ctx, session)?.card;
  return html`<section class="card">
<h2>Payment method</h2>
<p>${card ? `${card.brand[0]!.toUpperCase()}${card.brand.slice(1)} •••• ${card.last4}, expires ${card.exp_month}/${card.exp_year}` : 'There is no card yet.'}</p>
<a class="button" href="/p/session/${session.id}/card">${card ? 'Update card' : 'Add card'}</a>
</section>`;
};

const invoices = (ctx: Context, { customer }: PortalSession): Html => {
  const rows = ctx.store.all('invoices').filter((row) => row.customer === customer);
  return html`<section class="card">
<h2>Invoices</h2>
${rows.length === 0 ? html`<p class="dim">There are none yet.</p>` : ''}
<ul class="items">${rows.map(
    ({ id, created, status, total }) =>
      html`<li><a href="/i/${id}">${dateOf(created)}</a><span>${dollars(total)} · ${String(status)}</span></li>`,
  )}</ul>
</section>`;
};

export const nameOf = (ctx: Context, price: Price): string => find(ctx, 'products', price.product as string).name;

const rateOf = ({ unit_amount, recurring }: Price): string =>
  `${dollars(unit_amount ?? 0)} per ${recurring?.interval ?? 'month'}`;

/** An instant in seconds as the day that people read. */
export const dateOf = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    year: 'numeric',
  });
