import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { downloadInput, presignFor } from '../../schema/upload-inputs.ts';
import { VIOLATION_NOT_FOUND } from '../../sync/violations/entity.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { violationsQuery } from '../http/list-queries.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import { readAttachment, readViolation, readViolations } from '../queries/violations.ts';
import { runMutator } from '../run-mutator.ts';
import { downloadUrl, issueUpload } from '../services/uploads.ts';

export const violationRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', violationsQuery), async (c) => {
    const query = c.req.valid('query');
    const { docs, total } = await readViolations(c.var.deps, c.var.actor, query, query);
    return c.json(paged(docs, total, query));
  })
  .post('/', async (c) => {
    const id = uuidv7();
    await runMutator(c, 'createViolation', { ...(await jsonBody(c)), id });
    return c.json(await readViolation(c.var.deps, c.var.actor, id), 201);
  })
  .post('/presigned-url', valid('json', presignFor('violations')), async (c) =>
    c.json(await issueUpload(c.var.deps, c.var.actor, 'violations', c.req.valid('json'))),
  )
  .post('/download-url', valid('json', downloadInput), async (c) => {
    const file = await readAttachment(c.var.deps, c.var.actor, c.req.valid('json').s3Key);
    return c.json({ downloadUrl: await downloadUrl(c.var.deps, file) });
  })
  .get('/:id', async (c) => c.json(await readViolation(c.var.deps, c.var.actor, pathId(c, VIOLATION_NOT_FOUND))))
  .put('/:id', async (c) => {
    const id = pathId(c, VIOLATION_NOT_FOUND);
    await runMutator(c, 'updateViolation', { ...(await jsonBody(c)), id });
    return c.json(await readViolation(c.var.deps, c.var.actor, id));
  })
  .put('/:id/status', async (c) => {
    const id = pathId(c, VIOLATION_NOT_FOUND);
    await runMutator(c, 'setViolationStatus', { ...(await jsonBody(c)), id });
    return c.json(await readViolation(c.var.deps, c.var.actor, id));
  })
  .post('/:id/messages', async (c) => {
    const violation_id = pathId(c, VIOLATION_NOT_FOUND);
    await runMutator(c, 'addViolationMessage', { ...(await jsonBody(c)), id: uuidv7(), violation_id });
    return c.json(await readViolation(c.var.deps, c.var.actor, violation_id), 201);
  })
  .post('/:id/photos', async (c) => {
    const id = pathId(c, VIOLATION_NOT_FOUND);
    await runMutator(c, 'addPhoto', { ...(await jsonBody(c)), entity: 'violation', id });
    return c.json(await readViolation(c.var.deps, c.var.actor, id), 201);
  })
  .post('/:id/photos/remove', async (c) => {
    const id = pathId(c, VIOLATION_NOT_FOUND);
    await runMutator(c, 'removePhoto', { ...(await jsonBody(c)), entity: 'violation', id });
    return c.json(await readViolation(c.var.deps, c.var.actor, id));
  });
