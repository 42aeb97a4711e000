import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROUTES } from '../../worker/rest/routes.ts';
import { copiesOf } from './copies.ts';
import { call, createContext } from './fixtures.ts';
import { MUTATORS } from './isolation-mutators.ts';
import { storeRecords } from './isolation-records.ts';
import { CELLS, type RouteCell } from './isolation-routes.ts';
import { errorExamples, eventExamples } from './other-examples.ts';
import { recordedExamples } from './recorded-examples.ts';
import { required } from './required.ts';
import { scrubbed } from './scrubbed.ts';

const FILE = join(import.meta.dirname, '..', '..', 'worker', 'openapi', 'examples.json');

/** Calls each route as isolation.test.ts does, and writes what was recorded until then, a line for each route. */
export const writeExamples = async (): Promise<void> => {
  for (const [route, cell] of Object.entries(CELLS)) await callRoute(route, cell);
  const minutes = 'POST /api/meetings/:id/minutes';
  await callRoute(minutes, { ...required(CELLS[minutes]), body: MUTATORS.setMinutesStatus.args });
  const lines = ROUTES.flatMap(({ route }) => {
    const example = recordedExamples.get(route);
    const isEmpty = !example || (example.body === undefined && Object.keys(example.answers).length === 0);
    return isEmpty
      ? []
      : `${JSON.stringify(route)}: ${JSON.stringify(scrubbed({ body: example.body, answers: example.answers }))}`;
  });
  const others = Object.entries({ ERRORS: await errorAnswers(), EVENTS: await eventBodies() }).map(
    ([name, answers]) => `${JSON.stringify(name)}: ${JSON.stringify({ answers })}`,
  );
  await writeFile(FILE, `{\n${[...lines, ...others].join(',\n')}\n}\n`);
};

/** The code of an error is no secret, as others of that name are. */
const errorAnswers = async () =>
  Object.fromEntries(
    Object.entries(await errorExamples()).map(([status, body]) => [status, { ...scrubbed(body), code: body.code }]),
  );

const eventBodies = async () => {
  const ctx = await createContext();
  return scrubbedEach(await eventExamples(ctx, await copyRecords(ctx)));
};
const scrubbedEach = (bodies: readonly (readonly [string, object])[]) =>
  Object.fromEntries(bodies.map(([name, body]) => [name, scrubbed(body)]));

const copyRecords = copiesOf((ctx) => storeRecords(ctx, { board: ctx.bea, resident: ctx.rex }));

/** Lists of addresses are in this order, which that of chance is not. */
const STREETS = "UPDATE addresses SET street = '12 Willow Lane ' || id WHERE hoa_id = ? AND resident_ids <> '[]'";

/** A list is asked for by each role, since some have nothing in it. */
const callRoute = async (route: string, { statuses, id, body, query = '' }: RouteCell): Promise<void> => {
  const roles = (['superadmin', 'board', 'resident', 'anonymous'] as const).filter((one) => statuses[one] < 300);
  const ctx = await createContext({ waitUntil: (work) => void work.catch(() => undefined) });
  const mine = await copyRecords(ctx);
  await ctx.db.execute({ sql: STREETS, args: [ctx.hoa_id] });
  if (route.startsWith('GET /api/exports/hoa/')) await ctx.sue.call('POST', '/api/exports/hoa', {});
  const [method = '', path = ''] = route.split(' ');
  const people = { superadmin: ctx.sue, board: ctx.bea, resident: ctx.rex, anonymous: undefined };
  const sent = body?.(mine) ?? (method === 'GET' ? undefined : {});
  for (const role of method === 'GET' ? roles : roles.slice(0, 1))
    await call(ctx.app, method, path.replace(':id', id?.(mine) ?? '') + query, sent, people[role]?.token);
};
