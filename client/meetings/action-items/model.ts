import type { ActionItem } from '../../../schema/tables/minutes.ts';

/** Open ones first, those due first before the others, those without a date last. */
export const byDue = (a: ActionItem, b: ActionItem): number => (keyOf(a) < keyOf(b) ? -1 : 1);
const keyOf = ({ status, due_on, id }: ActionItem) => `${status === 'open' ? 0 : 1} ${due_on ?? '9999'} ${id}`;

/** `today` is the HOA's calendar date. */
export const isOverdue = ({ status, due_on }: Pick<ActionItem, 'status' | 'due_on'>, today: string): boolean =>
  status === 'open' && due_on !== null && due_on < today;
