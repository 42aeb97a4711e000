import { uuidv7 } from 'uuidv7';
import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { icsOf } from '../../sync/meetings/notice/meeting-ics.ts';
import { PROXY_NOT_FOUND } from '../../sync/meetings/proxies/proxy-rules.ts';
import { jsonBody } from '../http/validate.ts';
import { readHeldMeeting, readNoticeProof } from '../queries/meeting-notice.ts';
import { readProxies, readProxy, readProxyPhoto } from '../queries/proxies.ts';
import { runMutator } from '../run-mutator.ts';
import { command, givenId, orHidden } from './command.ts';
import { handler, query } from './query.ts';
import type { Route } from './route.ts';
import { download, upload } from './uploads.ts';

const id = MEETING_NOT_FOUND;
const writes = { tag: 'Meetings', access: 'board', scope: 'meetings:write' } as const;
const reads = { ...writes, scope: 'meetings:read' } as const;
const all = { access: 'person' } as const;
const ofProxy = { ...writes, id: PROXY_NOT_FOUND, mayBeHidden: true } as const;

const noticeRoutes = [
  command('POST /api/meetings/:id/notice', 'sendMeetingNotice', {
    ...{ ...writes, id },
    summary: 'Send the notice of a meeting',
    notes:
      'As an announcement: to residents, to the voters of the roll, or to the board alone. After a change of time or place it is sent again, otherwise only with `again`. A late one is sent, too; `reason` is recorded in the minutes.',
    args: (body) => ({ announcement_id: uuidv7(), ...body }),
    made: ['announcement_id'],
    answer: [200, readNoticeProof, 'noticeProof'],
  }),
  query('GET /api/meetings/:id/notice-proof', {
    ...{ ...reads, id },
    summary: 'How each unit was told of a meeting',
    answer: [readNoticeProof, 'noticeProof'],
  }),
  handler('GET /api/meetings/:id/calendar.ics', {
    ...{ ...reads, ...all, id },
    summary: 'A meeting for a calendar',
    notes: 'RFC 5545. It has no agenda.',
    answers: { 200: 'text/calendar' },
    handle: async ({ c, deps, actor, id }) => {
      const { meeting, hoa } = await readHeldMeeting(deps, actor, id);
      return c.body(icsOf(meeting, hoa), 200, { 'Content-Type': 'text/calendar; charset=utf-8' });
    },
  }),
];

const proxyRoutes = [
  query('GET /api/meetings/:id/proxies', {
    ...{ ...reads, ...all, id },
    summary: 'List the proxies of a meeting',
    notes: 'The board sees all, everyone else those of their own units.',
    answer: [async (deps, actor, id) => ({ docs: await readProxies(deps, actor, id) }), 'proxies'],
  }),
  handler('POST /api/meetings/:id/proxies', {
    ...{ ...writes, ...all, id },
    summary: 'Give a proxy, or record one on paper',
    notes:
      'An owner gives the proxy of their unit until the deadline. With `way` paper the board records a signed one: then `giver_name` and `signed_at` are needed, too.',
    body: 'proxyBody',
    answers: { 201: 'proxy', 204: null },
    mutators: ['giveProxy', 'recordProxy'],
    ...{ into: 'meeting_id', made: ['id'], resumes: true },
    handle: async ({ c, deps, actor, id: meeting_id }) => {
      const { way, ...body } = await jsonBody(c);
      const id = givenId(body, deps.once?.record_id);
      await runMutator(c, way === 'paper' ? 'recordProxy' : 'giveProxy', { ...body, id, meeting_id });
      return (await orHidden(readProxy(deps, actor, id))) ?? undefined;
    },
  }),
  upload('POST /api/meetings/presigned-url', 'meetings', { ...writes, ...all }),
  download('POST /api/meetings/download-url', readProxyPhoto, { ...reads, ...all }),
  command('POST /api/proxies/:id/photo', 'attachProxyPhoto', {
    ...ofProxy,
    summary: 'Attach the photo of a paper proxy',
    notes: 'It takes the place of the one before.',
    answer: [200, readProxy, 'proxy'],
  }),
  command('POST /api/proxies/:id/revoke', 'revokeProxy', {
    ...{ ...ofProxy, ...all },
    summary: 'Revoke a proxy',
    notes: 'By an owner of the unit; the board records a revocation on paper.',
    answer: [200, readProxy, 'proxy'],
  }),
  command('POST /api/proxies/:id/settle', 'settleProxy', {
    ...ofProxy,
    summary: 'Set whether a proxy is valid',
    notes: 'An invalid one needs a reason.',
    answer: [200, readProxy, 'proxy'],
  }),
];

export const meetingNoticeRoutes: readonly Route[] = [...noticeRoutes, ...proxyRoutes];
