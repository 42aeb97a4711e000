import * as z from 'zod';
import { FACT_KINDS } from '../../schema/facts.ts';
import { onlineAmount } from '../../schema/pay-inputs.ts';
import { EXPORTED } from '../retention/exported.ts';
import { commaList, longPageFields, pageFields, searchTerm } from './rest-shapes.ts';

const SORTS = {
  due_date: 'due_date',
  sent: 'sent',
  amountCents: 'amount_cents',
  title: 'title',
} as const;

export const announcementsQuery = z.object({
  ...pageFields,
  search: searchTerm,
  category: commaList,
  status: commaList,
});

export const requestsQuery = z.object({
  ...pageFields,
  search: searchTerm,
  category: commaList,
  status: commaList,
  sort: z
    .string()
    .default('-createdAt')
    .transform((sort) => (sort === 'createdAt' ? ('oldest' as const) : ('newest' as const))),
});

export const documentsQuery = z.object({ ...pageFields, search: searchTerm, category: commaList });

export const violationsQuery = z.object({ ...pageFields, category: commaList, status: commaList });

export const duesQuery = z
  .object({
    ...longPageFields,
    search: searchTerm,
    title: searchTerm,
    frequency: commaList,
    status: commaList,
  })
  .transform(({ title, search, ...query }) => ({ ...query, search: search.trim() === '' ? title : search }));
export const paymentsQuery = z.object(longPageFields);
/** Lists without filters. */
export const listed = z.object(longPageFields);
export const recordedPaymentsQuery = z.object({
  ...longPageFields,
  account_id: z.string().max(100).optional(),
  deposit_id: z.string().max(100).optional(),
});

export const invoicesQuery = z.object({
  ...pageFields,
  title: searchTerm,
  status: commaList,
  /** The caller's own; with `all`, those of everybody. */
  of: z.enum(['me', 'all']).catch('me'),
  format: z.enum(['json', 'csv']).catch('json'),
  sortBy: z
    .enum(['due_date', 'sent', 'amountCents', 'title'])
    .catch('due_date')
    .transform((name) => SORTS[name]),
  sortOrder: z.enum(['asc', 'desc']).catch('desc'),
});

/** An instant as rows have it, so that two of them compare as text. */
const moment = z.iso
  .datetime({ offset: true, error: 'Invalid date' })
  .transform((text) => new Date(text).toISOString())
  .optional();

const dayOrNone = z.iso.date('Invalid date').optional();
const asked = { as_of: dayOrNone, known_at: moment };

export const accountsQuery = z.object({
  ...pageFields,
  ...asked,
  search: searchTerm,
  filter: z.enum(['overdue', 'credit', 'closed']).optional().catch(undefined),
});
export const accountQuery = z.object(asked);
export const reportQuery = z.object({ ...asked, format: z.enum(['json', 'csv']).catch('json') });
const MOST_MONTHS = 120;
/** The months up to that of `as_of`. */
export const collectionsQuery = z.object({
  as_of: dayOrNone,
  months: z.coerce.number().int().min(1).max(MOST_MONTHS).default(24).catch(24),
  format: z.enum(['json', 'csv']).catch('json'),
});
/** Dollars. */
export const quoteQuery = z.object({
  amount: z.string('Please enter a valid amount.').transform(Number).pipe(onlineAmount),
});
export const entriesQuery = z.object({
  ...asked,
  from: dayOrNone,
  to: dayOrNone,
  format: z.enum(['json', 'csv']).catch('json'),
});

export const usersQuery = z.object({
  ...pageFields,
  search: searchTerm,
  role: commaList,
  status: commaList,
  includeDeleted: z
    .string()
    .optional()
    .transform((text) => text === 'true'),
});

export const addressesQuery = z.object({ ...pageFields, search: searchTerm });

export const failedJobsQuery = z.object(pageFields);

export const activityQuery = z.object({
  ...longPageFields,
  search: searchTerm,
  person: commaList,
  action: commaList,
  kind: commaList,
  entity_id: z.string().max(100).optional(),
  from: moment,
  below: moment,
});

const after = z.string().max(300).default('');
export const exportRowsQuery = z.object({ entity: z.enum(EXPORTED, 'Unknown entity'), after });
export const exportFilesQuery = z.object({ after });

export const meetingFactsQuery = z.object({
  ...longPageFields,
  kind: z.enum(FACT_KINDS).optional().catch(undefined),
});

export const actionItemsQuery = z.object({
  ...pageFields,
  status: commaList,
  meeting_id: z.string().max(64).optional(),
});

/** Meetings that start at or after \`from\` and before \`to\`. */
export const meetingsQuery = z.object({ ...pageFields, kind: commaList, status: commaList, from: moment, to: moment });
export const minutesQuery = z.object({ form: z.enum(['board', 'public', 'executive']).catch('board') });
