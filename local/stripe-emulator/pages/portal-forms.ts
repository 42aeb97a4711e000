import { itemOf } from '../billing/subscription-rows.ts';
import type { Context } from '../core/context.ts';
import { featuresFor, type PortalSession, subscriptionFor } from '../portal/plans.ts';
import { card } from './checkout-form.ts';
import type { FieldError, Form } from './checkout-input.ts';
import { type Html, html } from './html.ts';
import { alert, layout } from './layout.ts';
import { dateOf, nameOf } from './portal-home.ts';

const REASONS: Record<string, string> = {
  customer_service: 'Customer service was less than expected',
  low_quality: 'Quality was less than expected',
  missing_features: 'I need more features',
  other: 'Other reason',
  switched_service: 'I found an alternative',
  too_complex: 'Ease of use was less than expected',
  too_expensive: "It's too expensive",
  unused: "I don't use it enough",
};

const backTo = (session: PortalSession): Html => html`<a class="back" href="${homeOf(session)}">Back</a>`;

export const homeOf = ({ id, flow }: PortalSession): string => `/p/session/${id}${flow ? '/home' : ''}`;

export const cancelPage = (ctx: Context, session: PortalSession): string => {
  const row = subscriptionFor(ctx, session)!;
  const { cancellation_reason: reason, mode } = featuresFor(ctx, session).subscription_cancel;
  const when = mode === 'immediately' ? 'now' : `on ${dateOf(itemOf(row).current_period_end)}`;
  return layout(
    'Cancel plan',
    html`${backTo(session)}
<form class="card" method="post" action="/p/session/${session.id}/cancel">
<h1>Cancel ${nameOf(ctx, itemOf(row).price)}?</h1>
<p>Your plan ends ${when}. Until then nothing changes.</p>
${
  reason.enabled
    ? html`<div class="field"><label for="feedback">Reason</label>
<select id="feedback" name="feedback"><option value="">Choose a reason (optional)</option>
${reason.options.map((name) => html`<option value="${name}">${REASONS[name] ?? name}</option>`)}</select></div>
<div class="field"><label for="comment">Anything else? (optional)</label>
<textarea id="comment" name="comment" rows="3" maxlength="500"></textarea></div>`
    : ''
}
<button>Cancel plan</button>
</form>`,
  );
};

export const cardPage = (session: PortalSession, typed: Form, wrong?: FieldError): string =>
  layout(
    'Update card',
    html`${backTo(session)}
<form class="card" method="post" action="/p/session/${session.id}/card" novalidate>
<h1>Update card</h1>
${alert(wrong?.message)}
${card(typed, wrong?.field)}
<button>Save card</button>
</form>`,
  );
