import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { inviteInput } from '../../schema/user-inputs.ts';
import { parse } from '../../sync/parse.ts';
import { authorize } from '../../sync/tx.ts';
import { canManage, USER_NOT_FOUND } from '../../sync/users/entity.ts';
import { requireActor, requirePerson } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { usersQuery } from '../http/list-queries.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import { readUser, readUsers } from '../queries/users.ts';
import { runMutator } from '../run-mutator.ts';
import { bulkAdd } from './user-bulk.ts';

export const userRoutes = new Hono<Env>()
  .use(requireActor)
  .use(async (c, next) => {
    authorize(canManage(c.var.actor));
    await next();
  })
  .get('/', valid('query', usersQuery), async (c) => {
    const query = c.req.valid('query');
    const { docs, total, statistics } = await readUsers(c.var.deps, c.var.actor, query, query);
    return c.json({ ...paged(docs, total, query), statistics });
  })
  .post('/invite', async (c) => {
    const input = { ...(await jsonBody(c)), id: uuidv7() };
    const { email, role } = parse(inviteInput, input);
    if (role !== 'resident') requirePerson(c);
    await runMutator(c, 'inviteUser', input);
    // A deleted user with this email is restored under their old id.
    return c.json(await readUser(c.var.deps, c.var.actor, { email }), 201);
  })
  .post('/bulk', async (c) => c.json({ summary: await bulkAdd(c.var.deps, c.var.actor, await jsonBody(c)) }, 201))
  .get('/:id', async (c) => c.json(await readUser(c.var.deps, c.var.actor, { id: pathId(c, USER_NOT_FOUND) })))
  .put('/:id', async (c) => {
    const id = pathId(c, USER_NOT_FOUND);
    const body = await jsonBody(c);
    if (Object.keys(body).some((field) => field !== 'name')) requirePerson(c);
    await runMutator(c, 'updateUser', { ...body, id });
    return c.json(await readUser(c.var.deps, c.var.actor, { id }));
  })
  .delete('/:id', async (c) => {
    await runMutator(c, 'deleteUser', { id: pathId(c, USER_NOT_FOUND) });
    return c.body(null, 204);
  })
  .post('/:id/erase', async (c) => {
    await runMutator(c, 'eraseUser', { id: pathId(c, USER_NOT_FOUND) });
    return c.body(null, 204);
  })
  .post('/:id/resend-invite', async (c) => {
    await runMutator(c, 'resendInvite', { id: pathId(c, USER_NOT_FOUND) });
    return c.json({ message: 'Invitation resent successfully' });
  })
  .post('/:id/assign-address', async (c) => {
    const id = pathId(c, USER_NOT_FOUND);
    await runMutator(c, 'assignAddress', { ...(await jsonBody(c)), id });
    return c.json(await readUser(c.var.deps, c.var.actor, { id }));
  })
  .delete('/:id/assign-address', async (c) => {
    const id = pathId(c, USER_NOT_FOUND);
    await runMutator(c, 'unassignAddress', { id });
    return c.json(await readUser(c.var.deps, c.var.actor, { id }));
  });
