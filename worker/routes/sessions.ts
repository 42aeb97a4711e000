import { Hono } from 'hono';
import { requireActor } from '../auth/middleware.ts';
import { endOtherSignIns, endSignIn, listSignIns, type SignIn } from '../auth/sign-ins.ts';
import type { Env } from '../deps.ts';

export const sessionRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', async (c) => {
    const { deps, actor, family_id } = c.var;
    const sessions = await listSignIns(deps, actor);
    return c.json({ sessions: sessions.map((signIn) => sessionBody(signIn, family_id)) });
  })
  .delete('/', async (c) => {
    await endOtherSignIns(c.var.deps, c.var.actor, c.var.family_id);
    return c.body(null, 204);
  })
  .delete('/:id', async (c) => {
    await endSignIn(c.var.deps, c.var.actor, c.req.param('id'));
    return c.body(null, 204);
  });

const sessionBody = ({ id, device, signed_in_at, renewed_at }: SignIn, current: string) => ({
  id,
  device,
  createdAt: signed_in_at,
  lastUsedAt: renewed_at,
  isCurrent: id === current,
});
