import type { PlanMailKind, PlanMail as PlanMailPayload, PlanMails } from '../../schema/outbox.ts';
import { PLANS, type PlanName } from '../../schema/plans.ts';
import type { Config } from '../deps.ts';
import { ButtonLink, Fact, longDate, MailFrame, Paragraph, renderBodies } from './frame.tsx';

type PlanMailContent = { title: string; lines: string[]; facts: [string, string][] };

export const planMail = async <Kind extends PlanMailKind>(
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  hoa: string,
  { mail: kind, facts }: PlanMailPayload<Kind>,
) => {
  const words = CONTENT[kind](facts);
  const mail = <PlanMail {...words} hoa={hoa} href={`${publicUrl}/profile`} supportEmail={supportEmail} />;
  return { subject: words.title, ...(await renderBodies(mail)) };
};

const leaving = (title: string, removed_on: string): PlanMailContent => ({
  title,
  lines: [
    'Your association is leaving Porchlight. Until the day below everything works as before: export what you need, or keep the association on your profile, and nothing is removed.',
    'On that day all records, files and accounts are removed for good, and you get a certificate of it.',
  ],
  facts: [['Everything is removed on', longDate(removed_on)]],
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
      'The card on file could not be charged for your plan. Please check it in the billing portal: we will try again over the next days, and your HOA keeps working meanwhile.',
    ],
    facts: pricing(plan),
  }),
  'near-limit': ({ plan, next, units }) => ({
    title: `Your HOA is reaching the limit of the ${nameOf(plan)} plan`,
    lines: [
      `You have ${units} addresses; the ${nameOf(plan)} plan is for up to ${PLANS[plan].max_units}. With more than that your plan moves up by itself, so that you can go on adding addresses.`,
    ],
    facts: [['Next plan', `${nameOf(next)}, ${monthly(next)}`]],
  }),
  leaving: ({ removed_on }) => leaving('Your association is leaving Porchlight', removed_on),
  'leaving-soon': ({ removed_on }) => leaving('Your association is removed in a week', removed_on),
  moved: ({ plan, from, units }) => ({
    title: `Your HOA is now on the ${nameOf(plan)} plan`,
    lines: [
      `You have ${units} addresses, more than the ${nameOf(from)} plan is for. Nothing is charged during a free trial; after it, the difference for the rest of this period is on your next bill. You can change the plan in the billing portal at any time.`,
    ],
    facts: pricing(plan),
  }),
};

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
  hoa,
  href,
  supportEmail,
}: PlanMailContent & Record<'hoa' | 'href' | 'supportEmail', string>) => (
  <MailFrame hoa={hoa} kind="Your plan" title={title} preview={lines[0] ?? title}>
    {lines.map((line) => (
      <Paragraph key={line}>{line}</Paragraph>
    ))}
    {facts.map(([name, value]) => (
      <Fact key={name} name={name}>
        {value}
      </Fact>
    ))}
    <ButtonLink href={href}>Manage subscription</ButtonLink>
    <Paragraph>{`Questions? Write to ${supportEmail}.`}</Paragraph>
  </MailFrame>
);
