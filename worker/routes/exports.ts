import { Hono } from 'hono';
import { exportLimits } from '../../schema/limits.ts';
import { can } from '../../sync/roles.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor, requireStepUp, requireStepUpWithin } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { exportFilesQuery, exportRowsQuery } from '../http/list-queries.ts';
import { valid } from '../http/validate.ts';
import { beginHoaExport, readHoaExportFiles, readHoaExportRows } from '../retention/hoa-export.ts';
import { readPersonExport } from '../retention/person-export.ts';
import { countUses } from '../services/limits.ts';
import { ownAct, recordActivity } from '../transact.ts';

/** For the pages of an export that was begun with a code: a large one takes a while. */
const PAGES_MS = 60 * 60 * 1000;

export const exportRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/me', async (c) => {
    const { deps, actor } = c.var;
    const data = await readPersonExport(deps, actor);
    await countUses(deps, exportLimits(actor));
    await recordActivity(deps, actor.hoa_id, ownAct('exportData', actor));
    return c.json(data);
  })
  .use('/hoa/*', async (c, next) => {
    authorize(can(c.var.actor.role, 'hoa.manage'));
    await next();
  })
  .post('/hoa', requireStepUp, async (c) => c.json(await beginHoaExport(c.var.deps, c.var.actor), 201))
  .get('/hoa/records', requireStepUpWithin(PAGES_MS), valid('query', exportRowsQuery), async (c) => {
    const { entity, after } = c.req.valid('query');
    return c.json(await readHoaExportRows(c.var.deps, c.var.actor, entity, after));
  })
  .get('/hoa/files', requireStepUpWithin(PAGES_MS), valid('query', exportFilesQuery), async (c) =>
    c.json(await readHoaExportFiles(c.var.deps, c.var.actor, c.req.valid('query').after)),
  );
