import { Hono } from 'hono';
import { removalDate } from '../../schema/hoas.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { jsonBody } from '../http/validate.ts';
import { runMutator } from '../run-mutator.ts';

export const hoaRoutes = new Hono<Env>()
  .use(requireActor)
  .post('/leave', async (c) => {
    await runMutator(c, 'leaveHoa', await jsonBody(c));
    return c.json({ removedOn: removalDate(c.var.deps.now().toISOString()) });
  })
  .put('/second-factor', async (c) => {
    await runMutator(c, 'requireSecondFactors', await jsonBody(c));
    return c.body(null, 204);
  })
  .post('/keep', async (c) => {
    await runMutator(c, 'keepHoa', {});
    return c.json({ removedOn: null });
  });
