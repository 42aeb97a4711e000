import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { downloadInput, presignInput } from '../../schema/upload-inputs.ts';
import { REQUEST_NOT_FOUND } from '../../sync/requests/entity.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { requestsQuery } from '../http/list-queries.ts';
import { readSingleFile } from '../http/multipart.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import { readAttachment, readRequest, readRequests } from '../queries/requests.ts';
import { readVisibleRow } from '../queries/visible-row.ts';
import { runMutator } from '../run-mutator.ts';
import { downloadUrl, issueUpload, uploadFile } from '../services/uploads.ts';

export const requestRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', requestsQuery), async (c) => {
    const query = c.req.valid('query');
    const { docs, total } = await readRequests(c.var.deps, c.var.actor, query, query);
    return c.json(paged(docs, total, query));
  })
  .post('/', async (c) => {
    const id = uuidv7();
    await runMutator(c, 'createRequest', { ...(await jsonBody(c)), id });
    return c.json(await readRequest(c.var.deps, c.var.actor, id), 201);
  })
  .post('/presigned-url', valid('json', presignInput), async (c) =>
    c.json(await issueUpload(c.var.deps, c.var.actor, 'requests', c.req.valid('json'))),
  )
  .post('/download-url', valid('json', downloadInput), async (c) => {
    const file = await readAttachment(c.var.deps, c.var.actor, c.req.valid('json').s3Key);
    return c.json({ downloadUrl: await downloadUrl(c.var.deps, file) });
  })
  .get('/:id', async (c) => c.json(await readRequest(c.var.deps, c.var.actor, pathId(c, REQUEST_NOT_FOUND))))
  .put('/:id', async (c) => {
    const id = pathId(c, REQUEST_NOT_FOUND);
    await runMutator(c, 'updateRequest', { ...(await jsonBody(c)), id });
    return c.json(await readRequest(c.var.deps, c.var.actor, id));
  })
  .post('/:id/comments', async (c) => {
    const request_id = pathId(c, REQUEST_NOT_FOUND);
    await runMutator(c, 'addRequestComment', { ...(await jsonBody(c)), id: uuidv7(), request_id });
    return c.json(await readRequest(c.var.deps, c.var.actor, request_id), 201);
  })
  .post('/:id/attachments', async (c) => {
    const id = pathId(c, REQUEST_NOT_FOUND);
    await readVisibleRow(c.var.deps, c.var.actor, 'request', id, REQUEST_NOT_FOUND);
    const photo_url = await uploadFile(c.var.deps, c.var.actor, 'requests', await readSingleFile(c));
    await runMutator(c, 'attachRequestFile', { id, photo_url });
    return c.json(await readRequest(c.var.deps, c.var.actor, id));
  })
  .post('/:id/photos', async (c) => {
    const id = pathId(c, REQUEST_NOT_FOUND);
    await runMutator(c, 'addPhoto', { ...(await jsonBody(c)), entity: 'request', id });
    return c.json(await readRequest(c.var.deps, c.var.actor, id), 201);
  })
  .post('/:id/photos/remove', async (c) => {
    const id = pathId(c, REQUEST_NOT_FOUND);
    await runMutator(c, 'removePhoto', { ...(await jsonBody(c)), entity: 'request', id });
    return c.json(await readRequest(c.var.deps, c.var.actor, id));
  });
