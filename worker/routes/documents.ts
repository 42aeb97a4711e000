import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { presignFor } from '../../schema/upload-inputs.ts';
import { canManage, DOCUMENT_NOT_FOUND } from '../../sync/documents/entity.ts';
import { parse } from '../../sync/parse.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { documentsQuery } from '../http/list-queries.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import { fileOf, readDocument, readDocuments } from '../queries/documents.ts';
import { readVisibleRow } from '../queries/visible-row.ts';
import { runMutator } from '../run-mutator.ts';
import { downloadUrl, issueUpload } from '../services/uploads.ts';

const presignInput = presignFor('documents');

export const documentRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', documentsQuery), async (c) => {
    const query = c.req.valid('query');
    const { docs, total } = await readDocuments(c.var.deps, c.var.actor, query, query);
    return c.json(paged(docs, total, query));
  })
  .post('/', async (c) => {
    authorize(canManage(c.var.actor));
    const id = uuidv7();
    await runMutator(c, 'createDocument', { ...(await jsonBody(c)), id });
    return c.json(await readDocument(c.var.deps, c.var.actor, id), 201);
  })
  .post('/presigned-url', async (c) => {
    authorize(canManage(c.var.actor));
    const file = parse(presignInput, await jsonBody(c));
    return c.json(await issueUpload(c.var.deps, c.var.actor, 'documents', file));
  })
  .get('/:id', async (c) => c.json(await readDocument(c.var.deps, c.var.actor, pathId(c, DOCUMENT_NOT_FOUND))))
  .put('/:id', async (c) => {
    const id = pathId(c, DOCUMENT_NOT_FOUND);
    await runMutator(c, 'updateDocument', { ...(await jsonBody(c)), id });
    return c.json(await readDocument(c.var.deps, c.var.actor, id));
  })
  .delete('/:id', async (c) => {
    await runMutator(c, 'deleteDocument', { id: pathId(c, DOCUMENT_NOT_FOUND) });
    return c.body(null, 204);
  })
  .post('/:id/download', async (c) => {
    const document = await readVisibleRow(
      c.var.deps,
      c.var.actor,
      'document',
      pathId(c, DOCUMENT_NOT_FOUND),
      DOCUMENT_NOT_FOUND,
    );
    return c.json({ downloadUrl: await downloadUrl(c.var.deps, fileOf(document)) });
  });
