import { exportLimits } from '../../schema/limits.ts';
import { requireStepUp, requireStepUpWithin } from '../auth/middleware.ts';
import { exportFilesQuery, exportRowsQuery } from '../http/list-queries.ts';
import { beginHoaExport, readHoaExportFiles, readHoaExportRows } from '../retention/hoa-export.ts';
import { readPersonExport } from '../retention/person-export.ts';
import { countUses } from '../services/limits.ts';
import { ownAct, recordActivity } from '../transact.ts';
import { handler, query } from './query.ts';
import { type Route, STEP_UP } from './route.ts';

/** The time for all pages of an export that was begun with a code. */
const PAGES_MS = 60 * 60 * 1000;
const guards = [requireStepUpWithin(PAGES_MS)];
const superadmins = { tag: 'Association', access: 'superadmin' } as const;

export const exportRoutes: readonly Route[] = [
  handler('GET /api/exports/me', {
    ...{ tag: 'Account', access: 'person' },
    summary: 'All that is kept about the caller',
    answers: { 200: 'personExport' },
    handle: async ({ deps, actor }) => {
      const data = await readPersonExport(deps, actor);
      await countUses(deps, exportLimits(actor));
      await recordActivity(deps, actor.hoa_id, ownAct('exportData', actor));
      return data;
    },
  }),
  handler('POST /api/exports/hoa', {
    ...{ ...superadmins, guards: [requireStepUp] },
    summary: 'Begin to export everything of the HOA',
    notes: `Says what there is; the two calls below give it, a page at a time. ${STEP_UP}`,
    answers: { 201: 'hoaExport' },
    handle: ({ deps, actor }) => beginHoaExport(deps, actor),
  }),
  handler('GET /api/exports/hoa/records', {
    ...{ ...superadmins, guards },
    errors: [409],
    summary: 'Export the records of a kind',
    query: exportRowsQuery,
    answers: { 200: 'hoaExportRows' },
    handle: ({ deps, actor, query: { entity, after } }) => readHoaExportRows(deps, actor, entity, after),
  }),
  query('GET /api/exports/hoa/files', {
    ...{ ...superadmins, guards },
    errors: [409],
    summary: 'Export the files',
    query: exportFilesQuery,
    answer: [(deps, actor, { after }) => readHoaExportFiles(deps, actor, after), 'hoaExportFiles'],
  }),
];
