import { Hono } from 'hono';
import { exportLimits } from '../../schema/limits.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { readPersonExport } from '../retention/person-export.ts';
import { countUses } from '../services/limits.ts';
import { ownAct, recordActivity } from '../transact.ts';

export const exportRoutes = new Hono<Env>().use(requireActor).get('/me', async (c) => {
  const { deps, actor } = c.var;
  const data = await readPersonExport(deps, actor);
  await countUses(deps, exportLimits(actor));
  await recordActivity(deps, actor.hoa_id, ownAct('exportData', actor));
  return c.json(data);
});
