import { type Context, Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { downloadInput, presignFor } from '../../schema/upload-inputs.ts';
import { ANNOUNCEMENT_NOT_FOUND } from '../../sync/announcements/entity.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { announcementsQuery } from '../http/list-queries.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import { readAnnouncement, readAnnouncements, readAttachment } from '../queries/announcements.ts';
import { runMutator } from '../run-mutator.ts';
import { downloadUrl, issueUpload } from '../services/uploads.ts';
import { readDeliveries, retrySummary, waitUntilSent } from './announcement-progress.ts';

export const announcementRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', announcementsQuery), async (c) => {
    const query = c.req.valid('query');
    const { docs, total } = await readAnnouncements(c.var.deps, c.var.actor, query, query);
    return c.json(paged(docs, total, query));
  })
  .post('/', async (c) => {
    const id = uuidv7();
    await runMutator(c, 'createAnnouncement', { ...(await jsonBody(c)), id });
    return c.json(await readAnnouncement(c.var.deps, c.var.actor, id), 201);
  })
  .post('/presigned-url', valid('json', presignFor('announcements')), async (c) =>
    c.json(await issueUpload(c.var.deps, c.var.actor, 'announcements', c.req.valid('json'))),
  )
  .post('/download-url', valid('json', downloadInput), async (c) => {
    const file = await readAttachment(c.var.deps, c.var.actor, c.req.valid('json').s3Key);
    return c.json({ downloadUrl: await downloadUrl(c.var.deps, file) });
  })
  .get('/:id', async (c) => c.json(await readAnnouncement(c.var.deps, c.var.actor, announcementId(c))))
  .put('/:id', async (c) => {
    const id = announcementId(c);
    await runMutator(c, 'updateAnnouncement', { ...(await jsonBody(c)), id });
    return c.json(await readAnnouncement(c.var.deps, c.var.actor, id));
  })
  .delete('/:id', async (c) => {
    await runMutator(c, 'deleteAnnouncement', { id: announcementId(c) });
    return c.body(null, 204);
  })
  .post('/:id/read', async (c) => {
    await runMutator(c, 'markAnnouncementRead', { id: announcementId(c) });
    return c.body(null, 204);
  })
  .post('/:id/send', async (c) => {
    const id = announcementId(c);
    await runMutator(c, 'sendAnnouncement', { ...(await jsonBody(c)), id });
    const { delivered_count, recipient_count } = await waitUntilSent(c.var.deps, c.var.actor.hoa_id, id);
    return c.json({ delivery_summary: { email_delivered: delivered_count, total_recipients: recipient_count } });
  })
  .post('/:id/retry', async (c) => {
    const id = announcementId(c);
    const deliveries = () => readDeliveries(c.var.deps, c.var.actor.hoa_id, id);
    const body = await jsonBody(c);
    const before = await deliveries();
    await runMutator(c, 'retryAnnouncement', { ...body, id });
    await waitUntilSent(c.var.deps, c.var.actor.hoa_id, id);
    return c.json({ retry_summary: retrySummary(before, await deliveries()) });
  });

const announcementId = (c: Context<Env>) => pathId(c, ANNOUNCEMENT_NOT_FOUND);
