import * as z from 'zod';
import { proxyGift, proxyRecord } from '../../schema/meeting-notice.ts';
import { CHOICES, PROXY_KINDS, PROXY_STATUSES } from '../../schema/meetings.ts';
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

export const proxies = z.strictObject({ docs: z.array(proxy) });

const paper = proxyRecord.shape;
export const proxyBody = z.union([proxyGift, z.object({ way: z.literal('paper'), ...paper })]);
