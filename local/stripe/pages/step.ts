import { authenticate } from '../authentication.ts';
import type { House } from '../door.ts';
import { dollars } from '../money.ts';
import { find } from '../world.ts';
import { hosted, notice } from './door.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';

/** The page of a customer's bank for an intent by itself; checkouts have their own. */
export const openStepPage = (house: House): void => {
  const { world } = house;
  const intentOf = (id: string) => find(world, id.startsWith('seti_') ? 'setup_intents' : 'payment_intents', id);
  hosted(house, 'GET', '/3d_secure/:id', ({ id }) => {
    const intent = intentOf(id);
    return { document: stepPage(`/3d_secure/${id}`, 'Porchlight', 'amount' in intent ? intent.amount : null) };
  });
  hosted(house, 'POST', '/3d_secure/:id', ({ id, form }) => {
    authenticate(world, intentOf(id).id, form.outcome === 'complete');
    return { document: notice('Thank you', 'You can close this page.') };
  });
};

/** What a bank asks before it lets a card be used: https://docs.stripe.com/testing#regulatory-cards */
export const stepPage = (action: string, merchant: string, amount: number | null): string =>
  layout(
    '3-D Secure',
    html`<div class="card">
<h1>3-D Secure</h1>
<p>${amount ? `${merchant} asks for ${dollars(amount)}.` : `${merchant} wants to keep this card.`} Is it you?</p>
<form method="post" action="${action}">
<button name="outcome" value="complete">Complete</button>
<button class="plain" name="outcome" value="fail">Fail</button>
</form>
</div>`,
  );
