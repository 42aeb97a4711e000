import type Stripe from 'stripe';
import { draftsOf, linkOfVisit, saveForLater, submitDetails, visitLink } from '../accounts/account-links.ts';
import { fieldsFor } from '../accounts/requirements.ts';
import type { Server } from '../core/api.ts';
import { hosted, notice, type Page } from './hosted.ts';
import { html } from './html.ts';
import { alert, field, layout } from './layout.ts';

const GONE: Page = { status: 404, document: notice('Link not found', 'Ask for a new link and try again.') };

/** Hosted onboarding of a connected account: https://docs.stripe.com/connect/hosted-onboarding */
export const serveOnboardingPages = (server: Server): void => {
  const { ctx } = server;
  hosted(server, 'GET', '/setup/e/:account/:id', ({ id }) => {
    const to = visitLink(ctx, id);
    return to ? { to } : GONE;
  });
  hosted(server, 'GET', '/setup/s/:id', ({ id }) => {
    const visit = linkOfVisit(ctx, id);
    return visit ? { document: form(visit.account, id, draftsOf(ctx, visit.account.id)) } : GONE;
  });
  hosted(server, 'POST', '/setup/s/:id', ({ id, form: { step, ...typed } }) => {
    const visit = linkOfVisit(ctx, id);
    if (!visit) return GONE;
    if (step === 'later') saveForLater(ctx, visit.link, typed);
    else {
      const wrong = submitDetails(ctx, visit.account, typed);
      if (wrong.length > 0) return { document: form(visit.account, id, typed, wrong) };
    }
    return { to: visit.link.return_url };
  });
  hosted(server, 'GET', '/express/:account/:id', () => ({
    document: notice('Express Dashboard', 'Payouts are daily. There is nothing to do.'),
  }));
};

const form = (account: Stripe.Account, visit: string, typed: Record<string, string>, wrong: string[] = []): string => {
  const fields = fieldsFor(account.requirements?.currently_due ?? []);
  const name = account.business_profile?.name ?? account.email ?? 'your association';
  return layout(
    'Set up payments',
    html`<div class="card">
<h1>Set up payments for ${name}</h1>
<p class="dim">${fields.length > 0 ? 'Porchlight works with Stripe to pay you. Test values are filled in.' : 'Everything is complete.'}</p>
${alert(wrong.length > 0 ? 'Some of this is missing or not valid.' : undefined)}
<form method="post" action="/setup/s/${visit}" novalidate>
${fields.map(({ name, label, sample }) => field({ name, label, value: typed[name] ?? sample, wrong: wrong.includes(name), autocomplete: 'off' }))}
<button name="step" value="finish">Finish</button>
<button class="plain" name="step" value="later">Save for later</button>
</form>
</div>`,
  );
};
