import { Section } from '@react-email/components';
import type { PlanMailKind, PlanMail as PlanMailPayload, PlanMails } from '../../schema/outbox.ts';
import { PLANS, type PlanName } from '../../schema/plans.ts';
import type { Config } from '../deps.ts';
import { ButtonLink, Fact, MailFrame, Paragraph, renderBodies } from './frame.tsx';
import { longDate } from './long-date.ts';

type Button = { label: string; path: string };
type PlanMailContent = { title: string; lines: string[]; facts: [string, string][]; kind?: string; button?: Button };

export const planMail = async <Kind extends PlanMailKind>(
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  hoa: string,
  { mail: kind, facts }: PlanMailPayload<Kind>,
) => {
  const words = CONTENT[kind](facts);
  const mail = <PlanMail {...words} hoa={hoa} publicUrl={publicUrl} supportEmail={supportEmail} />;
  return { subject: words.title, ...(await renderBodies(mail)) };
};

const leaving = (title: string, removed_on: string): PlanMailContent => ({
  title,
  kind: 'Leaving Porchlight',
  button: { label: 'Open Settings', path: '/settings' },
  lines: [
    'Your association is leaving Porchlight. Everything keeps working until the date below. Export what you need by then, or choose to stay under Settings and nothing will be removed.',
    'On that date, all records, files and accounts are permanently removed, and we will email you a certificate of removal.',
  ],
  facts: [['Removal date', longDate(removed_on)]],
});

const CONTENT: { [Kind in PlanMailKind]: (facts: PlanMails[Kind]) => PlanMailContent } = {
  'trial-ending': ({ plan, trial_end }) => ({
    title: 'Your free trial ends soon',
    lines: [
      'When it ends, the card on file is charged for the first month. You can change the plan or cancel before then.',
    ],
    facts: [...(trial_end ? [['Trial ends', longDate(trial_end)] as [string, string]] : []), ...pricing(plan)],
  }),
  'past-due': ({ plan }) => ({
    title: 'Your payment did not go through',
    lines: [
      'The card on file could not be charged for your plan. Please check it in the billing portal. We will try again over the next few days, and your HOA keeps working in the meantime.',
    ],
    facts: pricing(plan),
  }),
  'near-limit': ({ plan, next, units }) => ({
    title: `Your HOA is nearing the limit of the ${nameOf(plan)} plan`,
    lines: [
      `You have ${units} addresses, and the ${nameOf(plan)} plan covers up to ${PLANS[plan].max_units}. If you add more than that, your plan is upgraded automatically so that you can keep adding addresses.`,
    ],
    facts: [['Next plan', `${nameOf(next)}, ${monthly(next)}`]],
  }),
  leaving: ({ removed_on }) => leaving('Your association is leaving Porchlight', removed_on),
  'leaving-soon': ({ removed_on }) => leaving('Your association will be removed in one week', removed_on),
  moved: ({ plan, from, units }) => ({
    title: `Your HOA is now on the ${nameOf(plan)} plan`,
    lines: [
      `You have ${units} addresses, more than the ${nameOf(from)} plan covers, so we upgraded your plan. Nothing is charged during a free trial; after that, your next bill includes the difference for the rest of this billing period. You can change your plan in the billing portal at any time.`,
    ],
    facts: pricing(plan),
  }),
  'payments-paused': ({ requirements }) => ({
    title: 'Residents can’t pay online right now',
    kind: 'Payment account',
    button: PAYMENT_ACCOUNT,
    lines: [
      requirements > 0
        ? 'Our payment provider Stripe needs more details about your HOA and cannot take payments for it until it has them.'
        : 'Our payment provider Stripe cannot take payments for your HOA at the moment. See the payment account page for the reason.',
      'Until then, residents are told to contact the board. Online payments will resume automatically as soon as Stripe has what it needs.',
    ],
    facts: [],
  }),
  'payments-disconnected': () => ({
    title: 'Your HOA’s payment account was disconnected',
    kind: 'Payment account',
    button: PAYMENT_ACCOUNT,
    lines: [
      'The account at our payment provider Stripe is no longer connected to Porchlight, so residents cannot pay online. Earlier payments are not affected.',
      'You can set up a new account at any time; online payments will resume once it is complete.',
    ],
    facts: [],
  }),
  'webhook-disabled': ({ host, reason }) => ({
    title: 'One of your HOA’s webhooks was turned off',
    kind: 'Webhooks',
    button: { label: 'Open Webhooks', path: '/profile/api' },
    lines: [
      `We could not deliver events to ${host} for several days, so we stopped sending them. Once it accepts events again, turn the webhook back on; you can resend the events that failed from its deliveries.`,
    ],
    facts: [['Last response', reason]],
  }),
};

const PAYMENT_ACCOUNT: Button = { label: 'Open Payment Account', path: '/stripe-setup' };
const SUBSCRIPTION: Button = { label: 'Manage Subscription', path: '/profile' };

const nameOf = (plan: PlanName) => PLANS[plan].display_name;
const monthly = (plan: PlanName) => `$${PLANS[plan].price_cents / 100} a month`;
const pricing = (plan: PlanName): [string, string][] => [
  ['Plan', nameOf(plan)],
  ['Price', monthly(plan)],
];

const PlanMail = ({
  title,
  lines,
  facts,
  kind = 'Your plan',
  button = SUBSCRIPTION,
  hoa,
  publicUrl,
  supportEmail,
}: PlanMailContent & Record<'hoa' | 'publicUrl' | 'supportEmail', string>) => (
  <MailFrame hoa={hoa} kind={kind} title={title} preview={lines[0] ?? title}>
    {lines.map((line) => (
      <Paragraph key={line}>{line}</Paragraph>
    ))}
    {facts.map(([name, value]) => (
      <Fact key={name} name={name}>
        {value}
      </Fact>
    ))}
    <ButtonLink href={`${publicUrl}${button.path}`}>{button.label}</ButtonLink>
    <Section style={{ paddingTop: 18 }}>
      <Paragraph>{`Questions? Write to ${supportEmail}.`}</Paragraph>
    </Section>
  </MailFrame>
);
