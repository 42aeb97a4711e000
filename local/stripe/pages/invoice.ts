import type { House } from '../door.ts';
import { dollars } from '../money.ts';
import type { Invoice } from '../subscription-rows.ts';
import { find } from '../world.ts';
import { hosted } from './door.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { dateOf } from './portal-home.ts';

/** The hosted page of an invoice, to look at: https://docs.stripe.com/invoicing/hosted-invoice-page */
export const openInvoicePage = (house: House): void =>
  hosted(house, 'GET', '/i/:id', ({ id }) => ({ document: invoicePage(find(house.world, 'invoices', id)) }));

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
