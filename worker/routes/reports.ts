import { type Context, Hono } from 'hono';
import { canRecord } from '../../sync/accounts/entity.ts';
import { ageingCells, collectionCells, delinquencyCells } from '../../sync/ledger/report-csv.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { csvOf } from '../http/csv.ts';
import { collectionsQuery, reportQuery } from '../http/list-queries.ts';
import { valid } from '../http/validate.ts';
import {
  ageingReportBody,
  collectionsReportBody,
  delinquencyReportBody,
  readAgeing,
  readCollections,
  readDelinquency,
} from '../queries/reports.ts';

const csv = (c: Context, cells: readonly (readonly string[])[]) =>
  c.body(csvOf(cells), 200, { 'Content-Type': 'text/csv; charset=utf-8' });

export const reportRoutes = new Hono<Env>()
  .use(requireActor)
  .use(async (c, next) => {
    authorize(canRecord(c.var.actor));
    await next();
  })
  .get('/ageing', valid('query', reportQuery), async (c) => {
    const query = c.req.valid('query');
    const report = await readAgeing(c.var.deps, c.var.actor, query);
    return query.format === 'csv' ? csv(c, ageingCells(report.rows)) : c.json(ageingReportBody(report));
  })
  .get('/collections', valid('query', collectionsQuery), async (c) => {
    const query = c.req.valid('query');
    const report = await readCollections(c.var.deps, c.var.actor, query);
    return query.format === 'csv' ? csv(c, collectionCells(report.months)) : c.json(collectionsReportBody(report));
  })
  .get('/delinquency', valid('query', reportQuery), async (c) => {
    const query = c.req.valid('query');
    const report = await readDelinquency(c.var.deps, c.var.actor, query);
    return query.format === 'csv' ? csv(c, delinquencyCells(report.rows)) : c.json(delinquencyReportBody(report));
  });
