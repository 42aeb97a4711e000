import type { House } from '../door.ts';
import { type CardOutcome, replaceCard, resumeCard } from '../portal-cards.ts';
import { cancelPlan, choosePrice, keepPlan, type PortalSession, subscriptionFor } from '../portal-plans.ts';
import type { Details } from '../subscription-shapes.ts';
import { find, type World } from '../world.ts';
import { cardPayer, type Form } from './checkout-input.ts';
import { hosted, notice, type Page } from './door.ts';
import { html } from './html.ts';
import { openInvoicePage } from './invoice.ts';
import { layout } from './layout.ts';
import { cancelPage, cardPage, homeOf } from './portal-forms.ts';
import { planChoice, portalHome } from './portal-home.ts';
import { stepPage } from './step.ts';

/** The hosted customer portal: https://docs.stripe.com/customer-management */
export const openPortalPages = (house: House): void => {
  const { world } = house;
  const at = (method: 'GET' | 'POST', path: string, show: (session: PortalSession, form: Form, step: string) => Page) =>
    hosted(house, method, `/p/session/:id${path}`, ({ id, form, c }) =>
      show(find(world, 'portal_sessions', id), form, c.req.param('intent')),
    );
  at('GET', '', (session) =>
    session.flow ? { to: `/p/session/${session.id}/${FLOWS[session.flow.type]}` } : home(world, session),
  );
  at('GET', '/home', (session) => home(world, session));
  at('GET', '/plan', (session) => planPage(world, session));
  at('POST', '/plan', (session, { price = '' }) => {
    choosePrice(world, session, price);
    return after(session);
  });
  at('GET', '/cancel', (session) =>
    subscriptionFor(world, session) ? { document: cancelPage(world, session) } : { to: homeOf(session) },
  );
  at('POST', '/cancel', (session, said) => {
    cancelPlan(world, session, detailsOf(said));
    return after(session);
  });
  at('POST', '/keep', (session) => {
    keepPlan(world, session);
    return { to: homeOf(session) };
  });
  at('GET', '/card', (session) => ({ document: cardPage(session, {}) }));
  at('POST', '/card', (session, form) => {
    const email = find(world, 'customers', session.customer).email ?? '';
    const payer = cardPayer(email, form);
    if ('wrong' in payer) return { document: cardPage(session, form, payer.wrong) };
    return afterCard(session, replaceCard(world, session, payer.method), form);
  });
  at('GET', '/card/:intent', ({ id }, _, intent) => ({
    document: stepPage(`/p/session/${id}/card/${intent}`, 'Porchlight', null),
  }));
  at('POST', '/card/:intent', (session, { outcome }, intent) =>
    afterCard(session, resumeCard(world, session, intent, outcome === 'complete'), {}),
  );
  openInvoicePage(house);
};

/** Where a session made for one thing to do begins: https://docs.stripe.com/customer-management/portal-deep-links */
const FLOWS: Record<string, string> = {
  payment_method_update: 'card',
  subscription_cancel: 'cancel',
  subscription_update: 'plan',
  subscription_update_confirm: 'plan',
};

const home = (world: World, session: PortalSession): Page => ({ document: portalHome(world, session) });

const planPage = (world: World, session: PortalSession): Page => {
  const row = subscriptionFor(world, session);
  if (!row) return { to: homeOf(session) };
  const back = html`<a class="back" href="${homeOf(session)}">Back</a>`;
  return { document: layout('Update plan', html`${back}<h1>Update plan</h1>${planChoice(world, session, row)}`) };
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
