import type { Client } from '@libsql/client';
import type { Stack } from '../../local/stack.ts';
import type { Rows } from '../../schema/rows.ts';
import { list as announcementList } from '../../sync/announcements.ts';
import { type Collection, CollectionBuilder } from '../../sync/client/collection.ts';
import type { List } from '../../sync/list.ts';
import { list as violationList } from '../../sync/violations.ts';
import { type Send, SyncClient, senderWithToken, tokenOf } from './caller.ts';
import { addAnnouncements, addViolations } from './community.ts';
import { createHoa } from './fill.ts';
import { heading, print } from './report.ts';
import { sampleOf } from './sample.ts';

const SIZE = 10_000;
const TIMES = 600;
/** Warm-up runs that do not count. */
const WARM_UP = 120;
const BUDGET = { most: 0.7, p95: 2 };

const ANNOUNCEMENT_QUERIES = [
  { search: 'fence' },
  { search: 'no. 77', status: ['sent'] },
  { search: 'pool', status: ['sent', 'draft'], category: ['event', 'urgent'] },
  { status: ['failed'] },
  { search: 'l' },
  {},
] as const;
const VIOLATION_QUERIES = [
  { status: ['open'] },
  { status: ['open', 'escalated', 'under_review'] },
  { category: ['Parking'] },
  { category: ['Parking', 'Noise'], status: ['resolved'] },
  {},
] as const;

export const measureLists = async (stack: Stack, db: Client): Promise<void> => {
  heading('List filters in memory, 10,000 announcements and 10,000 violations (the functions alone, in Node)');
  const ground = await createHoa(db, 'Bench Hill');
  await addAnnouncements(db, ground, SIZE);
  await addViolations(db, ground, SIZE);
  const rows = await pullRows(senderWithToken(await tokenOf(db, stack, ground.bea), stack.urls.app));
  const [{ all: announcements }, { all: violations }] = [rows.announcement, rows.violation];
  if (announcements.length !== SIZE || violations.length !== SIZE) throw new Error('not all rows were pulled');
  series('announcements: search, filter and sort', ANNOUNCEMENT_QUERIES, (query) =>
    announcementList.rows(announcements, query),
  );
  series('violations: filter and sort', VIOLATION_QUERIES, (query) => violationList.rows(violations, query));
};

type Lists = { [E in 'announcement' | 'violation']: Collection<Rows[E]> };

const pullRows = async (send: Send): Promise<Lists> => {
  const caller = new SyncClient();
  const [announcement, violation] = [new Map<string, Rows['announcement']>(), new Map<string, Rows['violation']>()];
  for (;;) {
    const { patch, cookie } = await caller.pull(send);
    for (const operation of patch) {
      if (operation.op !== 'put') continue;
      const [entity, id = ''] = operation.key.split('/');
      if (entity === 'announcement') announcement.set(id, operation.value as Rows['announcement']);
      if (entity === 'violation') violation.set(id, operation.value as Rows['violation']);
    }
    if (!cookie.more)
      return { announcement: collect(announcement, announcementList), violation: collect(violation, violationList) };
  }
};

const collect = <Row extends { id: string }>(rows: ReadonlyMap<string, Row>, list: object): Collection<Row> => {
  const builder = new CollectionBuilder<Row>(list as List<Row, object>);
  builder.apply(rows);
  return builder.current;
};

const series = <Query extends object>(
  name: string,
  queries: readonly Query[],
  run: (query: Query) => readonly unknown[],
): void => {
  const took = queries.map((): number[] => []);
  for (let at = 0; at < WARM_UP + TIMES; at += 1) {
    const query = queries[at % queries.length]!;
    const began = performance.now();
    const count = run(query).length;
    const ms = performance.now() - began;
    if (count === 0) throw new Error(`${wordsOf(query)} found nothing`);
    if (at >= WARM_UP) took[at % queries.length]!.push(ms);
  }
  print({ name, ...sampleOf(took.flat()), budget: BUDGET });
  queries.forEach((query, at) => void print({ name: `  ${wordsOf(query)}`, ...sampleOf(took[at]!) }));
};

const wordsOf = (query: object) => Object.values(query).flat().join(', ') || 'everything';
