import type { Context } from '../core/context.ts';
import { dollars } from '../core/money.ts';
import type { Session } from '../core/state.ts';
import type { FieldError, Form } from './checkout-input.ts';
import { type Html, html } from './html.ts';
import { alert, field, layout } from './layout.ts';

export const merchantOf = (ctx: Context, session: Session): string => {
  const data = ctx.store.get('checkouts', session.id)?.payment_intent_data as { on_behalf_of?: string } | undefined;
  const account = data?.on_behalf_of ? ctx.store.get('accounts', data.on_behalf_of) : undefined;
  return account?.business_profile?.name ?? 'Porchlight';
};

/** The payment page of an open session, with what was typed so far but never the card. */
export const checkoutForm = (
  ctx: Context,
  session: Session,
  typed: Form,
  button: string,
  wrong?: FieldError,
): string => {
  const merchant = merchantOf(ctx, session);
  const total = dollars(session.amount_total ?? 0);
  const title = `${button}${session.mode === 'subscription' ? ' to' : ''} ${merchant}`;
  return layout(
    title,
    html`${session.cancel_url ? html`<a class="back" href="${session.cancel_url}">Back</a>` : ''}
<div class="sides">
<section>
<h1>${title}</h1>
<p class="amount">${total}</p>
<ul class="items">${items(ctx, session)}</ul>
</section>
<form class="card" method="post" action="/c/pay/${session.id}" novalidate>
<h2>Payment details</h2>
${alert(wrong?.message)}
${field({ name: 'email', label: 'Email', type: 'email', value: typed.email, autocomplete: 'email', wrong: wrong?.field === 'email' })}
${choice(session.payment_method_types, typed.method)}
${session.payment_method_types.includes('card') ? card(typed, wrong?.field) : ''}
${session.payment_method_types.includes('us_bank_account') ? bank(wrong?.field) : ''}
<button>${session.mode === 'payment' ? `${button} ${total}` : button}</button>
</form>
</div>`,
  );
};

const items = (ctx: Context, session: Session): Html[] =>
  (ctx.store.get('checkouts', session.id)?.line_items ?? []).map(
    ({
      description,
      quantity,
      amount_total,
      price,
    }) => html`<li><span>${description}${quantity === 1 ? '' : ` × ${quantity}`}</span>
<span>${dollars(amount_total)}${price.recurring ? ` per ${price.recurring.interval}` : ''}</span></li>`,
  );

const NAMES: Record<string, string> = { card: 'Card', us_bank_account: 'US bank account' };

const choice = (types: string[], chosen = types[0]): Html =>
  types.length < 2
    ? html`<input type="radio" name="method" value="${types[0]}" checked hidden>`
    : html`<fieldset><legend>Payment method</legend>${types.map(
        (type) =>
          html`<label><input type="radio" name="method" value="${type}"${type === chosen ? html` checked` : ''}> ${NAMES[type]}</label>`,
      )}</fieldset>`;

export const card = (typed: Form, wrong?: string): Html => html`<div class="for-card">
${number('number', 'Card number', 'cc-number', '1234 1234 1234 1234', wrong)}
<div class="pair">
${number('expiry', 'Expiry', 'cc-exp', 'MM / YY', wrong)}
${number('cvc', 'CVC', 'cc-csc', 'CVC', wrong)}
</div>
${field({ name: 'zip', label: 'ZIP', value: typed.zip, autocomplete: 'postal-code', placeholder: '12345', wrong: wrong === 'zip' })}
</div>`;

const bank = (wrong?: string): Html => html`<div class="for-bank">
${number('routing', 'Routing number', 'off', '110000000', wrong)}
${number('account', 'Account number', 'off', '000123456789', wrong)}
<p class="dim">The debit takes up to four business days to clear.</p>
</div>`;

const number = (name: string, label: string, autocomplete: string, placeholder: string, wrong?: string): Html =>
  field({ name, label, autocomplete, placeholder, inputmode: 'numeric', wrong: wrong === name });
