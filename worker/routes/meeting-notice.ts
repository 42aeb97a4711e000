import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { downloadInput, presignFor } from '../../schema/upload-inputs.ts';
import { icsOf } from '../../sync/meetings/notice/meeting-ics.ts';
import { PROXY_NOT_FOUND } from '../../sync/meetings/proxies/proxy-rules.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/rights.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import { written } from '../http/written.ts';
import { readHeldMeeting, readNoticeProof } from '../queries/meeting-notice.ts';
import { readProxies, readProxy, readProxyPhoto } from '../queries/proxies.ts';
import { runMutator } from '../run-mutator.ts';
import { downloadUrl, issueUpload } from '../services/uploads.ts';

/** Mounted before the other routes of meetings, whose middleware is for all of them. */
export const meetingNoticeRoutes = new Hono<Env>()
  .get('/:id/calendar.ics', requireActor, async (c) => {
    const { meeting, hoa } = await readHeldMeeting(c.var.deps, c.var.actor, pathId(c, MEETING_NOT_FOUND));
    return c.body(icsOf(meeting, hoa), 200, { 'Content-Type': 'text/calendar; charset=utf-8' });
  })
  .get('/:id/notice-proof', requireActor, async (c) =>
    c.json(await readNoticeProof(c.var.deps, c.var.actor, pathId(c, MEETING_NOT_FOUND))),
  )
  .post('/:id/notice', requireActor, async (c) => {
    const id = pathId(c, MEETING_NOT_FOUND);
    await runMutator(c, 'sendMeetingNotice', { announcement_id: uuidv7(), ...(await jsonBody(c)), id });
    return c.json(await readNoticeProof(c.var.deps, c.var.actor, id));
  })
  .get('/:id/proxies', requireActor, async (c) =>
    c.json({ docs: await readProxies(c.var.deps, c.var.actor, pathId(c, MEETING_NOT_FOUND)) }),
  )
  .post('/:id/proxies', requireActor, async (c) => {
    const { way, ...body } = await jsonBody(c);
    const args = { ...body, id: uuidv7(), meeting_id: pathId(c, MEETING_NOT_FOUND) };
    await runMutator(c, way === 'paper' ? 'recordProxy' : 'giveProxy', args);
    return written(c, () => readProxy(c.var.deps, c.var.actor, args.id), 201);
  })
  .post('/presigned-url', requireActor, valid('json', presignFor('meetings')), async (c) =>
    c.json(await issueUpload(c.var.deps, c.var.actor, 'meetings', c.req.valid('json'))),
  )
  .post('/download-url', requireActor, valid('json', downloadInput), async (c) => {
    const file = await readProxyPhoto(c.var.deps, c.var.actor, c.req.valid('json').s3Key);
    return c.json({ downloadUrl: await downloadUrl(c.var.deps, file) });
  });

export const proxyRoutes = new Hono<Env>()
  .use(requireActor)
  .post('/:id/revoke', async (c) => {
    const id = pathId(c, PROXY_NOT_FOUND);
    await runMutator(c, 'revokeProxy', { ...(await jsonBody(c)), id });
    return written(c, () => readProxy(c.var.deps, c.var.actor, id));
  })
  .post('/:id/photo', async (c) => {
    const id = pathId(c, PROXY_NOT_FOUND);
    await runMutator(c, 'attachProxyPhoto', { ...(await jsonBody(c)), id });
    return written(c, () => readProxy(c.var.deps, c.var.actor, id));
  })
  .post('/:id/settle', async (c) => {
    const id = pathId(c, PROXY_NOT_FOUND);
    await runMutator(c, 'settleProxy', { ...(await jsonBody(c)), id });
    return written(c, () => readProxy(c.var.deps, c.var.actor, id));
  });
