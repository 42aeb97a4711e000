import type { Server } from '../core/api.ts';
import { find } from '../core/context.ts';
import { dollars } from '../core/money.ts';
import { authenticate } from '../payments/authentication.ts';
import { hosted, notice } from './hosted.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';

export const serveAuthenticationPage = (server: Server): void => {
  const { ctx } = server;
  const intentOf = (id: string) => find(ctx, id.startsWith('seti_') ? 'setup_intents' : 'payment_intents', id);
  hosted(server, 'GET', '/3d_secure/:id', ({ id }) => {
    const intent = intentOf(id);
    return {
      document: authenticationPage(`/3d_secure/${id}`, 'Porchlight', 'amount' in intent ? intent.amount : null),
    };
  });
  hosted(server, 'POST', '/3d_secure/:id', ({ id, form }) => {
    authenticate(ctx, intentOf(id).id, form.outcome === 'complete');
    return { document: notice('Thank you', 'You can close this page.') };
  });
};

/** A bank's question before a card may be used: https://docs.stripe.com/testing#regulatory-cards */
export const authenticationPage = (action: string, merchant: string, amount: number | null): string =>
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
