import type * as z from 'zod/mini';
import { ageingCells, collectionCells, delinquencyCells } from '../../sync/ledger/report-csv.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { csvResponse } from '../http/csv.ts';
import { collectionsQuery, reportQuery } from '../http/list-queries.ts';
import {
  ageingReportBody,
  collectionsReportBody,
  delinquencyReportBody,
  readAgeing,
  readCollections,
  readDelinquency,
} from '../queries/reports.ts';
import { handler } from './query.ts';
import type { BodyOf, Route, RouteName, ShapeName } from './route.ts';

type Report<Query extends z.core.$ZodType, Shape extends ShapeName, Found> = {
  summary: string;
  notes: string;
  query: Query;
  read: (deps: Deps, actor: Actor, query: z.output<Query>) => Promise<Found>;
  body: (found: Found) => BodyOf<Shape>;
  cells: (found: Found) => readonly (readonly string[])[];
  shape: Shape;
};

const report = <Query extends z.core.$ZodType<{ format: 'json' | 'csv' }>, Shape extends ShapeName, Found>(
  route: RouteName,
  { summary, notes, query, read, body, cells, shape }: Report<Query, Shape, Found>,
): Route =>
  handler(route, {
    ...{ tag: 'Accounts', access: 'board', scope: 'accounts:read', summary, query },
    notes: `${notes} With format=csv as CSV.`,
    answers: { 200: shape },
    hasCsv: true,
    handle: async ({ c, deps, actor, query }) => {
      const asked = query as z.output<Query>;
      const found = await read(deps, actor, asked);
      return asked.format === 'csv' ? csvResponse(c, cells(found)) : body(found);
    },
  });

export const reportRoutes: readonly Route[] = [
  report('GET /api/reports/ageing', {
    summary: 'Age what is open as of a day',
    notes: 'Accounts of which something is open, or that have credit. What was posted after `known_at` is left out.',
    query: reportQuery,
    ...{ read: readAgeing, body: ageingReportBody, shape: 'ageingReport' },
    cells: ({ rows }) => ageingCells(rows),
  }),
  report('GET /api/reports/collections', {
    summary: 'Sum what was charged and collected by month',
    notes: 'The oldest month first.',
    query: collectionsQuery,
    ...{ read: readCollections, body: collectionsReportBody, shape: 'collectionsReport' },
    cells: ({ months }) => collectionCells(months),
  }),
  report('GET /api/reports/delinquency', {
    summary: 'List who owes anything for more than 30 days',
    notes: 'The longest owing first.',
    query: reportQuery,
    ...{ read: readDelinquency, body: delinquencyReportBody, shape: 'delinquencyReport' },
    cells: ({ rows }) => delinquencyCells(rows),
  }),
];
