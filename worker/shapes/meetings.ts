import * as z from 'zod';
import { ITEM_KINDS, MEETING_KINDS, MEETING_STATUSES, MINUTES_STATUSES, OFFICES } from '../../schema/meetings.ts';
import { count, day, html, id, instant, record } from './parts.ts';

const quorum = z.strictObject({
  basis: z.enum(['weight', 'units']),
  measure: z.enum(['at_least', 'more_than_half']),
  percent: count,
});
const threshold = z.strictObject({
  kind: z.enum(['majority', 'two_thirds', 'present', 'roll']),
  basis: z.enum(['weight', 'units']),
  percent: count.optional(),
});
const adjournedQuorum = z.strictObject({ percent: count, days: count });
const proxyRules = z.strictObject({
  allowed: z.boolean(),
  valid_days: count,
  deadline_hours: count,
  in_elections: z.boolean(),
});
const suspensionRules = z.strictObject({ enabled: z.boolean(), counts_in_total: z.boolean() });
const director = z.strictObject({ user_id: id, office: z.enum(OFFICES) });

const rulesOfMeeting = record('RulesOfMeeting', {
  notice_hours: count,
  longest_notice_days: count.nullable(),
  quorum,
  adjourned_quorum: adjournedQuorum,
  recused_count_for_quorum: z.boolean(),
  threshold,
  second_required: z.boolean(),
  show_seconder: z.boolean(),
  names_published: z.boolean(),
  speaker_seconds: count,
  proxies: proxyRules,
  suspension: suspensionRules,
  directors: z.array(director),
  seats: count.nullable().optional().describe('Of the board; null: as many as there are directors'),
  quorum_of_seats: z.boolean().optional().describe('The quorum counts vacant seats too'),
});

const ofBodies = <Value extends z.ZodType>(value: Value) => z.strictObject({ board: value, member: value });

export const meetingRules = record('MeetingRules', {
  notice_hours: z.strictObject({
    board_regular: count,
    board_special: count,
    board_emergency: count,
    member_annual: count,
    member_special: count,
    executive_only: count,
    election: count,
  }),
  longest_notice_days: ofBodies(count.nullable()),
  quorum: ofBodies(quorum),
  adjourned_quorum: adjournedQuorum,
  recused_count_for_quorum: z.boolean(),
  threshold: ofBodies(threshold),
  second_required: ofBodies(z.boolean()),
  show_seconder: z.boolean(),
  names_published: z.strictObject({ directors: z.boolean(), units: z.boolean() }),
  speaker_seconds: count,
  proxies: proxyRules,
  suspension: suspensionRules,
  directors: z.array(director).nullable().describe('Null: all active board members'),
  named_directors: z
    .array(z.strictObject({ id, name: z.string(), office: z.enum(OFFICES) }))
    .describe('Directors without an account'),
  seats: count.nullable().describe('Of the board; null: as many as there are directors'),
  quorum_of_seats: z.boolean().describe('The quorum of the board counts vacant seats too'),
  templates: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        body: z.enum(['board', 'member']),
        items: z.array(
          z.strictObject({
            title: z.string(),
            kind: z.enum(ITEM_KINDS),
            minutes: count.optional(),
            executive: z.boolean().optional(),
          }),
        ),
      }),
    )
    .nullable()
    .describe('Null: those that ship'),
  changed_at: instant.nullable(),
  changed_by_name: z.string().nullable(),
});
export type MeetingRulesBody = z.infer<typeof meetingRules>;

const owner = z.strictObject({ name: z.string(), user_id: id.nullable() });

export const votingUnit = record('VotingUnit', {
  address_id: id,
  label: z.string(),
  weight: count,
  owners: z.array(owner).describe('Empty: not recorded'),
  owners_set: z.boolean().describe('The board named the owners; otherwise they follow from accounts and residents'),
  designated: owner.nullable(),
  suspended: z.strictObject({ from: day, to: day.nullable(), reason: z.string() }).nullable(),
  non_voting: z.boolean(),
  note: z.string().nullable(),
});
export type VotingUnitBody = z.infer<typeof votingUnit>;

export const rollUnit = record('RollUnit', {
  _id: z.string().describe('The ids of the meeting and of the address or director'),
  meeting_id: id,
  address_id: id.nullable(),
  user_id: id.nullable(),
  position: count,
  label: z.string(),
  weight: count,
  owners: z.array(owner),
  designated: owner.nullable(),
  office: z.enum(OFFICES).nullable(),
  suspended: z.boolean(),
  non_voting: z.boolean(),
  voter_ids: z.array(id),
  removed_at: instant.nullable(),
  changes: z
    .array(z.strictObject({ at: instant, by_name: z.string(), words: z.string(), reason: z.string() }))
    .nullable()
    .describe('After the call to order'),
});
export type RollUnitBody = z.infer<typeof rollUnit>;

const action = z.strictObject({ entity: z.string(), id: z.string(), status: z.string() });
const BOARD = 'For the board';

export const agendaItem = record('AgendaItem', {
  _id: id,
  meeting_id: id,
  kind: z.enum(ITEM_KINDS),
  position: z.int(),
  title: z.string(),
  description: html,
  minutes: count.nullable().describe('Planned'),
  proposal: html.describe('The words to be voted on'),
  removed_at: instant.nullable().describe('Withdrawn'),
  papers: z
    .array(z.strictObject({ document_id: id, is_public: z.boolean() }))
    .nullable()
    .describe('Documents that go with it; residents get the public ones'),
  presenter: z.string().nullable().optional().describe(BOARD),
  executive: z.boolean().optional().describe(BOARD),
  consent: z.boolean().optional().describe(BOARD),
  record: z.strictObject({ entity: z.string(), id: z.string() }).nullable().optional().describe(BOARD),
  on_adopt: z.array(action).nullable().optional().describe(BOARD),
  on_fail: z.array(action).nullable().optional().describe(BOARD),
  noticed: z.boolean().optional().describe(BOARD),
  createdAt: instant.optional().describe(BOARD),
});
export type AgendaItemBody = z.infer<typeof agendaItem>;

const ofBoard = {
  chair_id: id.nullable(),
  secretary_id: id.nullable(),
  desk_ids: z.array(id).describe('The board members who record'),
  recorder_ids: z
    .array(id)
    .describe('Those of them who were on the board when they were named: they may record beside it'),
  executive_only: z.boolean(),
  has_election: z.boolean(),
  adjourned_from: id.nullable(),
  adjourned_from_at: instant.nullable(),
  record_date: day.nullable(),
  roll_frozen_at: instant.nullable(),
  notice_announcement_id: id.nullable(),
  notice_reason: z.string().nullable(),
  notice_of: z.string().nullable(),
  cancel_announcement_id: id.nullable(),
  cancel_reason: z.string().nullable(),
  canceled_at: instant.nullable(),
  canceled_by_name: z.string().nullable(),
  called_at: instant.nullable(),
  minutes_approved_on: day.nullable(),
  minutes_approved_at: instant.nullable(),
  minutes_late_at: instant.nullable().describe('When the newest entry came that the approved minutes do not have'),
  exec_minutes_document_id: id.nullable(),
  created_by: id,
  created_by_name: z.string(),
  createdAt: instant,
};

const meetingShape = {
  _id: id,
  kind: z.enum(MEETING_KINDS),
  title: z.string(),
  status: z.enum(MEETING_STATUSES),
  starts_at: instant,
  ends_at: instant.nullable().describe('Planned'),
  place: z.string().nullable(),
  remote_link: z.string().nullable(),
  purpose: z.string().nullable(),
  exec_summary: z.string().nullable(),
  proxy_officers: z.array(z.string()).describe('Names that are offered as holders of a proxy'),
  rules: rulesOfMeeting.nullable().describe('Copied when it was scheduled'),
  noticed: z.boolean().describe('Residents see it from then on'),
  first_at: instant.nullable(),
  adjourned_at: instant.nullable(),
  had_executive: z.boolean().optional().describe('An executive session was begun; for the board'),
  minutes_status: z.enum(MINUTES_STATUSES),
  minutes_document_id: id.nullable(),
  sequence: count,
  changed_at: instant,
  ...z.strictObject(ofBoard).partial().shape,
};
export const listedMeeting = record('ListedMeeting', meetingShape);
export type ListedMeetingBody = z.infer<typeof listedMeeting>;
export const meeting = record('Meeting', { ...meetingShape, agenda: z.array(agendaItem) });
export type MeetingBody = z.infer<typeof meeting>;

export const weightsImport = z.strictObject({
  units: count,
  changed: count,
  sum: count.describe('Of all units after the import'),
  problems: z.array(z.strictObject({ line: count, message: z.string() })),
  warning: z.string().nullable(),
});
export type WeightsImportBody = z.infer<typeof weightsImport>;

export const roll = z.strictObject({ frozen_at: instant.nullable(), docs: z.array(rollUnit) });
export const votingUnits = z.strictObject({ docs: z.array(votingUnit), units: count, weight: count });
export const agendaItems = z.array(agendaItem);
