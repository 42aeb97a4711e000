import * as z from 'zod';
import { CHOICES, PROXY_KINDS, PROXY_STATUSES } from '../../schema/meetings.ts';
import { download, upload } from './community-operations.ts';
import type { Operation } from './operation.ts';
import { count, id, instant, record, storedFile } from './parts.ts';

const WAYS = ['email', 'mailed', 'handed', 'posted', 'read', 'none'] as const;
const way = z.enum(WAYS).describe('`read` is in the app, `none` not reached');

export const noticeProof = record('NoticeProof', {
  state: z
    .enum(['not_due', 'soon', 'overdue', 'waiting', 'sending', 'failed', 'sent', 'late', 'outdated', 'canceled'])
    .describe('`soon` is within 48 hours of `due`, `outdated` after a change of time or place'),
  due: instant.nullable(),
  sent_at: instant.nullable(),
  announcement_id: id.nullable(),
  late: z.string().nullable().describe('What the minutes say of a late notice'),
  counts: z.strictObject({
    email: count,
    mailed: count,
    handed: count,
    posted: count,
    read: count,
    none: count,
    total: count,
  }),
  by_paper: z.array(id).describe('Units that no delivered mail has reached'),
  units: z
    .array(
      z.strictObject({
        _id: id.describe('The address; the director of an executive session'),
        label: z.string(),
        owners: z.array(z.string()),
        way,
        at: z.string().nullable().describe('An instant; a calendar date of paper'),
        name: z.string().nullable().describe('Who got it, or brought the paper'),
        failed: z.string().nullable().describe('Why a mail failed'),
      }),
    )
    .describe('Each once'),
});
export type NoticeProofBody = z.infer<typeof noticeProof>;

export const proxy = record('Proxy', {
  _id: id,
  meeting_id: id,
  address_id: id,
  giver_name: z.string(),
  giver_id: id.nullable(),
  holder_name: z.string(),
  holder_id: id.nullable(),
  kind: z.enum(PROXY_KINDS),
  directions: z.array(z.strictObject({ item_id: id, choice: z.enum(CHOICES) })),
  signed_at: z.string().describe('An instant in the app, a calendar date on paper'),
  way: z.enum(['app', 'paper']),
  photo: storedFile.nullable(),
  status: z.enum(PROXY_STATUSES).describe('Of several that are active the one signed last counts'),
  status_reason: z.string().nullable(),
  revoked_at: instant.nullable(),
  revoked_by_name: z.string().nullable(),
  recorded_at: instant,
  recorded_by: id.nullable(),
  recorded_by_name: z.string(),
});
export type ProxyBody = z.infer<typeof proxy>;

const meetings = { tag: 'Meetings', access: 'board' } as const;
const forAll = { tag: 'Meetings', access: 'person' } as const;

export const meetingNoticeOperations: Readonly<Record<string, Operation>> = {
  'POST /api/meetings/:id/notice': {
    ...meetings,
    summary: 'Send the notice of a meeting',
    notes:
      'As an announcement: to residents, to the voters of the roll, or to the board alone. After a change of time or place it is sent anew, else with `again`. A late one is sent, too; `reason` stands in the minutes.',
    body: 'sendMeetingNotice',
    answers: { 200: noticeProof },
  },
  'GET /api/meetings/:id/notice-proof': {
    ...meetings,
    summary: 'How each unit was told of a meeting',
    answers: { 200: noticeProof },
  },
  'GET /api/meetings/:id/calendar.ics': {
    ...forAll,
    summary: 'A meeting for a calendar',
    notes: 'RFC 5545. Nothing of the agenda stands in it.',
    answers: { 200: 'text/calendar' },
  },
  'GET /api/meetings/:id/proxies': {
    ...forAll,
    summary: 'List the proxies of a meeting',
    notes: 'All for the board, those of their own units for everybody else.',
    answers: { 200: z.strictObject({ docs: z.array(proxy) }) },
  },
  'POST /api/meetings/:id/proxies': {
    ...forAll,
    summary: 'Give a proxy, or record one on paper',
    notes:
      'An owner gives the proxy of their unit until the deadline. With `way` paper the board records a signed one: then `giver_name` and `signed_at` are needed, too.',
    body: 'giveProxy',
    answers: { 201: proxy, 204: null },
  },
  'POST /api/meetings/presigned-url': upload(forAll),
  'POST /api/meetings/download-url': download(forAll),
  'POST /api/proxies/:id/photo': {
    ...meetings,
    summary: 'Attach the photo of a paper proxy',
    notes: 'It takes the place of the one before.',
    body: 'attachProxyPhoto',
    answers: { 200: proxy, 204: null },
  },
  'POST /api/proxies/:id/revoke': {
    ...forAll,
    summary: 'Revoke a proxy',
    notes: 'By an owner of the unit; the board records a revocation on paper.',
    body: 'revokeProxy',
    answers: { 200: proxy, 204: null },
  },
  'POST /api/proxies/:id/settle': {
    ...meetings,
    summary: 'Set whether a proxy is valid',
    notes: 'An invalid one needs a reason.',
    body: 'settleProxy',
    answers: { 200: proxy, 204: null },
  },
};
