import * as z from 'zod/mini';
import { base } from './edits.ts';
import { calendarDate, id, instantInput, isoDate, line, optionalText, RICH_LIMIT } from './inputs.ts';
import { INVOICE_STATUSES } from './invoices.ts';
import { fileSource } from './meeting-facts.ts';
import { ITEM_KINDS, LINKED_ENTITIES, MEETING_KINDS, OFFICES, PAPERS_LIMIT } from './meetings.ts';
import { REQUEST_STATUSES } from './requests.ts';
import { VIOLATION_STATUSES } from './violations.ts';

export const WEIGHT_LIMIT = 1_000_000;
export const OWNERS_LIMIT = 12;
export const RECORDS_LIMIT = 100;
const ITEMS_LIMIT = 60;
const TEMPLATES_LIMIT = 30;
const PEOPLE_LIMIT = 50;
const WORDS_LIMIT = 2000;
const TITLE = 'Title is required';
const DATE_AND_TIME = 'Please select a date and time.';
const WEIGHT_MESSAGE = 'A weight must be a whole number up to 1,000,000.';

const whole = (least: number, most: number, message: string) =>
  z.int(message).check(z.minimum(least, message), z.maximum(most, message));
const hours = whole(0, 24 * 366, 'Please enter hours between 0 and 8,784.');
const days = whole(0, 366, 'Please enter days between 0 and 366.');
const percent = whole(0, 100, 'Please enter a whole percentage.');
const minutes = whole(0, 1440, 'Please enter minutes between 0 and 1,440.');

const instant = instantInput(DATE_AND_TIME);

export const words = (limit = WORDS_LIMIT) =>
  optionalText(limit, `Cannot exceed ${limit.toLocaleString('en-US')} characters`);
const richText = z.string().check(z.trim(), z.maxLength(RICH_LIMIT, 'Cannot exceed 50,000 characters'));
const link = z
  .nullish(words(500))
  .check(z.refine((text) => !text || /^https?:\/\/\S+$/i.test(text), 'Please enter a link that starts with https://.'));

const quorumRule = z.object({
  basis: z.enum(['weight', 'units']),
  measure: z.enum(['at_least', 'more_than_half']),
  percent,
});
const threshold = z.object({
  kind: z.enum(['majority', 'two_thirds', 'present', 'roll']),
  basis: z.enum(['weight', 'units']),
  percent: z.optional(percent),
});
const ofBodies = <Shape extends z.ZodMiniType>(shape: Shape) => z.object({ board: shape, member: shape });
const director = z.object({ user_id: id, office: z._default(z.enum(OFFICES), 'Director') });
const directors = z.array(director).check(
  z.maxLength(PEOPLE_LIMIT),
  z.refine((all) => new Set(all.map(({ user_id }) => user_id)).size === all.length, 'A director is listed twice.'),
);
export const directorName = line('Please enter a name.');
const namedDirectors = z
  .array(z.object({ id, name: directorName, office: z._default(z.enum(OFFICES), 'Director') }))
  .check(
    z.maxLength(PEOPLE_LIMIT),
    z.refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'A director is listed twice.'),
  );
const templateItem = z.object({
  title: line(TITLE),
  kind: z._default(z.enum(ITEM_KINDS), 'business'),
  minutes: z.optional(minutes),
  executive: z.optional(z.boolean()),
});
const template = z.object({
  id: line('Invalid id', 60),
  name: line('Please enter a name.', 100),
  body: z.enum(['board', 'member']),
  items: z.array(templateItem).check(z.maxLength(ITEMS_LIMIT)),
});

/** Absent fields stay as they are. Null directors are all board members, null templates those that ship. */
export const meetingRulesInput = z.object({
  notice_hours: z.optional(
    z.object({
      board_regular: hours,
      board_special: hours,
      board_emergency: hours,
      member_annual: hours,
      member_special: hours,
      executive_only: hours,
      election: hours,
    }),
  ),
  longest_notice_days: z.optional(ofBodies(z.nullable(days))),
  quorum: z.optional(ofBodies(quorumRule)),
  adjourned_quorum: z.optional(z.object({ percent, days })),
  recused_count_for_quorum: z.optional(z.boolean()),
  threshold: z.optional(ofBodies(threshold)),
  second_required: z.optional(ofBodies(z.boolean())),
  show_seconder: z.optional(z.boolean()),
  names_published: z.optional(z.object({ directors: z.boolean(), units: z.boolean() })),
  speaker_seconds: z.optional(whole(10, 3600, 'Please enter 10 to 3,600 seconds.')),
  proxies: z.optional(
    z.object({ allowed: z.boolean(), valid_days: days, deadline_hours: hours, in_elections: z.boolean() }),
  ),
  suspension: z.optional(z.object({ enabled: z.boolean(), counts_in_total: z.boolean() })),
  directors: z.optional(z.nullable(directors)),
  named_directors: z.optional(namedDirectors),
  seats: z.optional(z.nullable(whole(1, PEOPLE_LIMIT, 'Please enter 1 to 50 seats, or leave blank.'))),
  quorum_of_seats: z.optional(z.boolean()),
  templates: z.optional(z.nullable(z.array(template).check(z.maxLength(TEMPLATES_LIMIT)))),
});

export const owner = z.object({
  name: line('Please enter a name.'),
  user_id: z._default(z.nullable(id), null),
});
export const owners = z.array(owner).check(z.maxLength(OWNERS_LIMIT, `At most ${OWNERS_LIMIT} owners.`));
export const weight = whole(0, WEIGHT_LIMIT, WEIGHT_MESSAGE);
const suspension = z
  .object({
    from: calendarDate('Please select a date.'),
    to: z._default(z.nullable(calendarDate('Please select a date.')), null),
    reason: line('Please give a reason.', 500),
  })
  .check(z.refine(({ from, to }) => !to || from <= to, { error: 'The end is before the start.', path: ['to'] }));

/** The id is that of the address. Null owners are the holders of its accounts. */
export const votingUnitInput = z.object({
  id,
  weight: z.optional(weight),
  owners: z.optional(z.nullable(owners)),
  designated: z.optional(z.nullable(owner)),
  suspended: z.optional(z.nullable(suspension)),
  non_voting: z.optional(z.boolean()),
  note: z.optional(words(500)),
});

const meetingFields = {
  kind: z.enum(MEETING_KINDS, { error: 'Please select a type.' }),
  title: line(TITLE),
  starts_at: instant,
  ends_at: z.nullish(instant),
  place: z.optional(words(300)),
  remote_link: link,
  purpose: z.optional(words()),
  chair_id: z.nullish(id),
  secretary_id: z.nullish(id),
  desk_ids: z.optional(z.array(id).check(z.maxLength(PEOPLE_LIMIT))),
  /** Names that are offered as holders of a proxy. */
  proxy_officers: z.optional(z.array(line('Please enter a name.')).check(z.maxLength(OWNERS_LIMIT))),
  executive_only: z.optional(z.boolean()),
  has_election: z.optional(z.boolean()),
  exec_summary: z.optional(words()),
  record_date: z.nullish(calendarDate('Please select a date.')),
};

/** `template` is the id of an agenda template; none makes an empty agenda. `adjourned_from` copies agenda, roll and
 * proxies. */
export const meetingInput = z.object({
  id,
  ...meetingFields,
  status: z._default(z.enum(['draft', 'scheduled']), 'draft'),
  template: z.nullish(line('Invalid id', 60)),
  adjourned_from: z.nullish(id),
});

export const meetingUpdate = z.object({
  id,
  ...meetingFields,
  kind: z.optional(meetingFields.kind),
  title: z.optional(meetingFields.title),
  starts_at: z.optional(instant),
  status: z.optional(z.literal('scheduled')),
  base,
});

export const meetingCancellation = z.object({ id, reason: z.optional(words(500)) });
export const meetingChoice = z.object({ id });

const recordId = z.string().check(z.minLength(1), z.maxLength(100));
const linkedRecord = z.object({ entity: z.enum(LINKED_ENTITIES), id: recordId });
const action = z.discriminatedUnion('entity', [
  z.object({ entity: z.literal('request'), id: recordId, status: z.enum(REQUEST_STATUSES) }),
  z.object({ entity: z.literal('violation'), id: recordId, status: z.enum(VIOLATION_STATUSES) }),
  z.object({ entity: z.literal('invoice'), id: recordId, status: z.literal(INVOICE_STATUSES[3]) }),
  z.object({ entity: z.literal('meeting'), id: recordId, status: z.literal('approved') }),
]);
const recordActions = z.array(action).check(z.maxLength(RECORDS_LIMIT));

const itemFields = {
  kind: z.optional(z.enum(ITEM_KINDS)),
  title: line(TITLE),
  description: z.optional(richText),
  minutes: z.nullish(minutes),
  presenter: z.optional(words(200)),
  executive: z.optional(z.boolean()),
  consent: z.optional(z.boolean()),
  proposal: z.optional(richText),
  record: z.nullish(linkedRecord),
  /** Ids of documents. */
  papers: z.optional(
    z.array(id).check(
      z.maxLength(PAPERS_LIMIT, `At most ${PAPERS_LIMIT} papers.`),
      z.refine((all) => new Set(all).size === all.length, 'A paper is listed twice.'),
    ),
  ),
  on_adopt: z.nullish(recordActions),
  on_fail: z.nullish(recordActions),
};

/** A time by the clock of the device, for what is added in an executive session and synced after it. */
const madeAt = z.optional(isoDate);

/** `after_id` is the item before it; null puts it first, absent last. */
export const agendaItemInput = z.object({
  id,
  meeting_id: id,
  ...itemFields,
  after_id: z.nullish(id),
  at: madeAt,
  file: z.optional(fileSource),
});
export const agendaItemUpdate = z.object({ id, ...itemFields, title: z.optional(itemFields.title) });
export const agendaItemMove = z.object({ id, after_id: z.nullable(id) });
export const agendaItemWithdrawal = z.object({ id, withdrawn: z._default(z.boolean(), true) });
export const agendaRecordsInput = z.object({
  meeting_id: id,
  items: z
    .array(z.object({ id, record: linkedRecord, title: z.optional(line(TITLE)) }))
    .check(z.minLength(1, 'Please select a record.'), z.maxLength(RECORDS_LIMIT)),
  after_id: z.nullish(id),
  at: madeAt,
});

const LINES_LIMIT = 2000;
/** Lines of a CSV file, with their numbers in it. `total` is what the weights are expected to add up to. */
export const weightsInput = z.object({
  lines: z
    .array(
      z.object({
        line: z.int().check(z.minimum(1)),
        street: z.string().check(z.trim(), z.maxLength(200)),
        unit: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(50))), null),
        weight: z.string().check(z.trim(), z.maxLength(50)),
      }),
    )
    .check(z.minLength(1, 'The file has no lines.'), z.maxLength(LINES_LIMIT, 'At most 2,000 lines.')),
  total: z.nullish(z.int().check(z.minimum(0))),
  dry_run: z._default(z.boolean(), false),
});
