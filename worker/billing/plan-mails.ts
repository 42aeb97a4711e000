import type { Effect, PlanMail, PlanMailKind, PlanMails } from '../../schema/outbox.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';

export const planMailEffect = <Kind extends PlanMailKind>(
  mail: Kind,
  occasion: string,
  facts: PlanMails[Kind],
): Effect<'mailPlan'> => ({
  kind: 'mailPlan',
  key: outboxKeys.mailPlan(mail, occasion),
  payload: { mail, facts } as PlanMail,
});
