import { Hono } from 'hono';
import { tokenInput } from '../../schema/api-tokens.ts';
import { parse } from '../../sync/parse.ts';
import { can } from '../../sync/roles.ts';
import { authorize } from '../../sync/tx.ts';
import { createToken, type ListedToken, listTokens, revokeToken, TOKEN_NOT_FOUND } from '../auth/api-tokens.ts';
import { requireActor, requireStepUp } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { jsonBody, pathId } from '../http/validate.ts';

export const apiTokenRoutes = new Hono<Env>()
  .use(requireActor)
  .use(async (c, next) => {
    authorize(can(c.var.actor.role, 'api.manage'));
    await next();
  })
  .get('/', async (c) => c.json({ tokens: (await listTokens(c.var.deps, c.var.actor)).map(tokenBody) }))
  .post('/', requireStepUp, async (c) => {
    const { id, expires_at, token } = await createToken(c.var.deps, c.var.actor, parse(tokenInput, await jsonBody(c)));
    return c.json({ _id: id, token, expiresAt: expires_at }, 201);
  })
  .delete('/:id', async (c) => {
    await revokeToken(c.var.deps, c.var.actor, pathId(c, TOKEN_NOT_FOUND));
    return c.body(null, 204);
  });

const tokenBody = ({ id, created_at, expires_at, last_used_at, ...token }: ListedToken) => ({
  _id: id,
  ...token,
  createdAt: created_at,
  expiresAt: expires_at,
  lastUsedAt: last_used_at,
});
