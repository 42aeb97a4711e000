import { type ApplicationSettings, DEFAULT_APPLICATION, STEPS_OF } from '../../schema/application.ts';
import type { Category } from '../../schema/ledger.ts';
import type { PolicyKind } from '../../schema/policies.ts';
import type { PolicySettings } from '../../schema/policy-inputs.ts';
import { interestInWords, lateFeeInWords, returnedFeeInWords } from '../ledger/fees/words.ts';
import { labelInWords, listInWords, moneyInWords } from '../words.ts';

/** The names of the kinds of rules on screens. */
export const RULE_NAMES: Record<PolicyKind, string> = {
  late_fee: 'Late Fees',
  interest: 'Interest',
  returned_fee: 'Returned-Payment Fee',
  application: 'Order of Payment',
  online_fee: 'Online Fee',
  dunning: 'Reminders',
};

/** A rule in sentences that residents understand, the same on screens, in mails and in print. `settings` undefined: the
 * board has saved none. Amounts are of the settings alone. */
export const ruleInWords = <K extends PolicyKind>(kind: K, settings: PolicySettings[K] | undefined): string[] =>
  (WORDS[kind] as (settings: PolicySettings[K] | undefined) => string[])(settings);

/** True if a rule changes what anybody pays or gets; without one nothing is charged and nobody is reminded. */
export const isRuleOn = (kind: PolicyKind, settings: object | undefined): boolean => {
  if (kind === 'application') return true;
  if (settings === undefined) return false;
  if (kind === 'online_fee') return (settings as PolicySettings['online_fee']).bearer === 'payer_flat';
  if (kind === 'dunning') return (settings as PolicySettings['dunning']).steps.length > 0;
  return (settings as { enabled: boolean }).enabled;
};

type Words = { [K in Exclude<PolicyKind, 'application'>]: (settings: PolicySettings[K] | undefined) => string[] } & {
  application: (settings: ApplicationSettings | undefined) => string[];
};

const WORDS: Words = {
  late_fee: (settings) =>
    settings?.enabled ? [lateFeeInWords(settings), ...authorityInWords(settings)] : ['No late fees are charged.'],
  interest: (settings) =>
    settings?.enabled ? [interestInWords(settings), ...authorityInWords(settings)] : ['No interest is charged.'],
  returned_fee: (settings) =>
    settings?.enabled
      ? [returnedFeeInWords(settings), ...authorityInWords(settings)]
      : ['No fee is charged for returned payments.'],
  application: (settings = DEFAULT_APPLICATION) => applicationInWords(settings),
  online_fee: (settings) =>
    settings?.bearer === 'payer_flat'
      ? [
          `Each online payment carries a flat fee of ${moneyInWords(settings.flat_cents ?? 0)}, whatever the method. Automatic payments have no fee.`,
          'Paying by check is free.',
        ]
      : ['The association pays for online payments. Paying online is free for you.'],
  dunning: (settings) =>
    settings && settings.steps.length > 0
      ? settings.steps.toSorted((a, b) => a.days - b.days).map(stepInWords)
      : ['No reminders are sent.'],
};

const applicationInWords = (settings: ApplicationSettings): string[] => [
  `Payments are applied in this order: ${applicationSteps(settings).join(', then ')}.`,
  'Within a step, the earliest due date is paid first. Any rest is kept as credit for the next charge.',
  settings.directed
    ? 'A payment for a chosen invoice pays that invoice first.'
    : 'Payments are applied in this order, even if sent for a specific charge.',
];

/** The steps of an order of application, each in words: "dues and special assessments". */
export const applicationSteps = ({ order, steps }: ApplicationSettings): string[] =>
  order === 'oldest_first'
    ? ['everything, by due date']
    : (order === 'own' ? (steps ?? []) : STEPS_OF[order]).map((step) => categoriesInWords(step));

/** "dues and special assessments". */
const categoriesInWords = (categories: readonly Category[]): string =>
  listInWords(categories.map((category) => CATEGORY_WORDS[category]));

const CATEGORY_WORDS: Record<Category, string> = {
  assessment: 'dues',
  special_assessment: 'special assessments',
  fine: 'fines',
  returned_payment_fee: 'fees for returned payments',
  collection_cost: 'collection costs',
  attorney_fee: 'attorney fees',
  late_fee: 'late fees',
  interest: 'interest',
  other: 'other charges',
};

/** "Dues", as a list names a category. */
export const categoryLabel = (category: Category): string => labelInWords(CATEGORY_WORDS[category]);

const stepInWords = ({ days, channel, subject }: PolicySettings['dunning']['steps'][number]): string =>
  `${dayOfStep(days)} ${channel === 'mail' ? 'an email' : 'a letter'}: ${subject}`;

/** "3 days before the due date", "On the due date", "15 days after the due date". */
export const dayOfStep = (days: number): string => {
  if (days === 0) return 'On the due date';
  return `${daysInWords(Math.abs(days))} ${days < 0 ? 'before' : 'after'} the due date`;
};

const authorityInWords = ({ authority }: { authority?: string | null | undefined }): string[] =>
  authority ? [`Source: ${authority}${/[.!?]$/.test(authority) ? '' : '.'}`] : [];

const daysInWords = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;
