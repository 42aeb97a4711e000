import { REQUEST_CATEGORIES } from '../../../schema/requests.ts';
import { assigneeField } from '../../../sync/hoas/automations.ts';
import { wholeOrNull } from '../../forms/numbers.ts';

const ASSIGNEE_FIELDS = REQUEST_CATEGORIES.map(assigneeField);

/** The automations as a form holds them: '' for nobody and for no reminder. */
export type Typed = Record<(typeof ASSIGNEE_FIELDS)[number] | 'remind_unanswered_days', string> & {
  remind_overdue: boolean;
};

export const AUTOMATION_FIELDS = [...ASSIGNEE_FIELDS, 'remind_unanswered_days', 'remind_overdue'] as const;

/** Those of the fields that are there, with everything else as it is. */
export const typedAutomations = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isText(name) ? String(value ?? '') : value]));

export const automationArgs = (typed: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => {
      if (name === 'remind_unanswered_days') return [name, wholeOrNull(String(value))];
      return [name, isText(name) ? value || null : value];
    }),
  );

const isText = (name: string) => name !== 'remind_overdue' && (AUTOMATION_FIELDS as readonly string[]).includes(name);
