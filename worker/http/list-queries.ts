import * as z from 'zod/mini';
import { FACT_KINDS } from '../../schema/facts.ts';
import { onlineAmount } from '../../schema/pay-inputs.ts';
import { invoiceSort } from '../../sync/invoices/sort.ts';
import { EXPORTED } from '../retention/exported.ts';
import { commaList, longPageFields, moment, oneOf, pageFields, searchTerm } from './rest-shapes.ts';

const SORTS = {
  due_date: 'due_date',
  sent: 'sent',
  amountCents: 'amount_cents',
  title: 'title',
} as const;

/** The sorts of a list's screen, by the same names. */
const BY_AGE = ['newest', 'oldest'] as const;
const byAge = (...names: string[]) => z._default(oneOf([...BY_AGE, ...eitherWay(...names)]), BY_AGE[0]);
/** Each of the names, and with '-' before it. */
const sortedBy = (first: string, ...others: string[]) => oneOf([first, `-${first}`, ...eitherWay(...others)]);
const eitherWay = (...names: string[]) => names.flatMap((name) => [name, `-${name}`]);

export const announcementsQuery = z.object({
  ...pageFields,
  search: searchTerm,
  category: commaList,
  status: commaList,
  sort: byAge('title', 'category', 'status'),
});

const REQUEST_SORTS = ['title', '-title', 'category', '-category', 'status', '-status'] as const;
export const requestsQuery = z.object({
  ...pageFields,
  search: searchTerm,
  category: commaList,
  status: commaList,
  sort: z.pipe(
    z._default(oneOf(['createdAt', '-createdAt', ...BY_AGE, ...REQUEST_SORTS]), '-createdAt'),
    z.transform((sort) => (sort === 'createdAt' ? 'oldest' : sort === '-createdAt' ? 'newest' : sort)),
  ),
});

export const documentsQuery = z.object({
  ...pageFields,
  search: searchTerm,
  category: commaList,
  sort: byAge('title', 'category', 'size'),
});

export const violationsQuery = z.object({
  ...pageFields,
  search: searchTerm,
  category: commaList,
  status: commaList,
  sort: byAge('title', 'category', 'status', 'due'),
});

export const duesQuery = z.pipe(
  z.object({
    ...longPageFields,
    search: searchTerm,
    title: searchTerm,
    frequency: commaList,
    status: commaList,
    sort: byAge('title', 'amount', 'frequency', 'status'),
  }),
  z.transform(({ title, search, ...query }) => ({ ...query, search: search.trim() === '' ? title : search })),
);
export const paymentsQuery = z.object(longPageFields);
/** Lists without filters. */
export const listed = z.object(longPageFields);
const namedId = z.optional(z.string().check(z.maxLength(100)));
export const recordedPaymentsQuery = z.object({
  ...longPageFields,
  account_id: namedId,
  deposit_id: namedId,
});

const format = z._default(oneOf(['json', 'csv']), 'json');

/** `sort` has the names of the screen, and takes the place of the two others. */
export const invoicesQuery = z.pipe(
  z.object({
    ...pageFields,
    search: searchTerm,
    title: searchTerm,
    status: commaList,
    /** The caller's own; with `all`, those of everybody. */
    of: z._default(oneOf(['me', 'all']), 'me'),
    format,
    sort: z.optional(oneOf(['due', '-due', 'amount', '-amount', 'title', '-title'])),
    sortBy: z.pipe(
      z._default(oneOf(['due_date', 'sent', 'amountCents', 'title']), 'due_date'),
      z.transform((name) => SORTS[name]),
    ),
    sortOrder: z._default(oneOf(['asc', 'desc']), 'desc'),
  }),
  z.transform(({ sort, ...query }) => ({ ...query, ...(sort && invoiceSort(sort)) })),
);

const dayOrNone = z.optional(z.iso.date('Invalid date'));
const asked = { as_of: dayOrNone, known_at: moment };

export const accountsQuery = z.object({
  ...pageFields,
  ...asked,
  search: searchTerm,
  filter: z.optional(oneOf(['overdue', 'credit', 'closed'])),
  sort: z.optional(sortedBy('home', 'due', 'overdue', 'credit', 'balance')),
});
export const accountQuery = z.object(asked);
export const reportQuery = z.object({ ...asked, format });
const MOST_MONTHS = 120;
/** The months up to that of `as_of`. */
export const collectionsQuery = z.object({
  as_of: dayOrNone,
  months: z.catch(z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MOST_MONTHS)), 24), 24),
  format,
});
/** Dollars. */
export const quoteQuery = z.object({
  amount: z.pipe(z.pipe(z.string('Please enter a valid amount.'), z.transform(Number)), onlineAmount),
});
export const entriesQuery = z.object({
  ...asked,
  from: dayOrNone,
  to: dayOrNone,
  format,
});

const USER_SORTS = [
  'name',
  '-name',
  'email',
  '-email',
  'role',
  '-role',
  'status',
  '-status',
  'login',
  '-login',
] as const;
export const usersQuery = z.object({
  ...pageFields,
  search: searchTerm,
  role: commaList,
  status: commaList,
  includeDeleted: z.pipe(
    z.optional(oneOf(['true', 'false'])),
    z.transform((text) => text === 'true'),
  ),
  sort: z._default(oneOf(USER_SORTS), 'name'),
});

export const addressesQuery = z.object({
  ...pageFields,
  search: searchTerm,
  sort: z._default(oneOf(['address', '-address']), 'address'),
});

export const eventsQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(100))),
  type: commaList,
  limit: longPageFields.limit,
});

export const failedJobsQuery = z.object(pageFields);

export const activityQuery = z.object({
  ...longPageFields,
  search: searchTerm,
  person: commaList,
  action: commaList,
  kind: commaList,
  entity_id: namedId,
  from: moment,
  below: moment,
  sort: byAge(),
});

const after = z._default(z.string().check(z.maxLength(300)), '');
export const exportRowsQuery = z.object({ entity: z.enum(EXPORTED, 'Unknown entity'), after });
export const exportFilesQuery = z.object({ after });

export const meetingFactsQuery = z.object({
  ...longPageFields,
  kind: z.optional(oneOf(FACT_KINDS)),
});

export const actionItemsQuery = z.object({
  ...pageFields,
  status: commaList,
  meeting_id: z.optional(z.string().check(z.maxLength(64))),
  sort: z._default(sortedBy('due', 'title', 'owner', 'status'), 'due'),
});

/** Read anew from Stripe. */
export const subscriptionQuery = z.object({ fresh: z.optional(oneOf(['1'])) });

/** Meetings that start at or after \`from\` and before \`to\`. */
export const meetingsQuery = z.object({
  ...pageFields,
  kind: commaList,
  status: commaList,
  from: moment,
  to: moment,
  sort: z._default(sortedBy('when', 'title', 'status'), '-when'),
});
export const minutesQuery = z.object({ form: z._default(oneOf(['board', 'public', 'executive']), 'board') });
