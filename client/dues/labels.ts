import { DUE_FREQUENCIES, DUE_REASONS, DUE_STATUSES, type Due } from '../../schema/dues.ts';
import { DUE_NOT_FOUND, schedule } from '../../sync/dues.ts';
import { paths } from '../paths.ts';
import { formatDate, formatLabel } from '../ui/format.ts';
import type { Option } from '../ui/select.tsx';

/** What the screen of one due says of it, and where it leads back to. */
export const GATE = {
  entity: 'due',
  name: 'Due',
  list: { label: 'Dues', href: paths.dues() },
  back: 'Back to Dues',
  absent: DUE_NOT_FOUND,
  failed: 'Failed to load dues. Please try again.',
} as const;

const options = <Value extends string>(values: readonly Value[]): Option<Value>[] =>
  values.map((value) => ({ value, label: formatLabel(value) }));

export const FREQUENCIES = options(DUE_FREQUENCIES);
export const REASONS = options(DUE_REASONS);
export const STATUSES = options(DUE_STATUSES);

/** The day of the next sending as people read it, "Not set" where there is none. */
export const nextSendDate = (due: Due): string => {
  const next = schedule(due, 1)[0];
  return next ? formatDate(next.send_date) : 'Not set';
};
