import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { Entity, Rows } from '../../schema/rows.ts';
import { ENTITY_NAMES, entities } from '../../sync/index.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, isVisible, type Synced } from '../../sync/tx.ts';
import { copiesOf } from '../support/copies.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { type Records, storeRecords } from '../support/isolation-records.ts';
import { CELLS } from '../support/isolation-routes.ts';
import { write } from '../support/meetings.ts';
import { nth, required } from '../support/required.ts';

/** Dora left the board after she had been named for a desk; a row of an earlier release names Wilma, who never was on it, and Nora
 * is named nowhere. */
type Cast = { ctx: TestContext; dora: Person; wilma: Person; nora: Person };

const createCast = async (): Promise<Cast> => {
  const ctx = await createContext({ waitUntil: (work) => void work.catch(() => undefined) });
  return {
    ctx,
    dora: await ctx.join(ctx.hoa_id, 'Dora Desk', 'resident'),
    wilma: await ctx.join(ctx.hoa_id, 'Wilma Wrong', 'resident'),
    nora: await ctx.join(ctx.hoa_id, 'Nora Next', 'resident'),
  };
};

/** Records of which residents may see little: the meetings' words are executive. */
const copyHiddenRecords = copiesOf(async (ctx, [dora, wilma]) => {
  const records = await storeRecords(ctx, { board: ctx.bea, resident: ctx.rex });
  const [desk, wrong] = [required(dora).id, required(wilma).id];
  const named = { desk_ids: [desk, wrong], recorder_ids: [desk] };
  await write(ctx, async (tx) => {
    for (const id of [records.meeting, records.assembly, records.draftMeeting])
      await tx.put('meeting', { ...required(await tx.get('meeting', id)), ...named });
    for (const [entity, id] of [
      ['motion', records.motion],
      ['agendaItem', records.item],
      ['actionItem', records.actionItem],
    ] as const)
      await tx.put(entity, { ...required(await tx.get(entity, id)), executive: true } as never);
  });
  return records;
});

/** Preferences have the id of their user, whom an answer means by it. */
const ENTITIES = ENTITY_NAMES.filter((entity) => entity !== 'notificationPreferences');
type Found = { entity: Entity; row: Rows[Entity] };

/** The synced rows with one of the ids. */
const rowsOf = async ({ db, hoa_id }: TestContext, ids: readonly string[]): Promise<Map<string, Found>> => {
  const list = JSON.stringify(ids);
  const answers = await db.batch(
    ENTITIES.map((entity) => ({
      sql: `SELECT ${shapes[entity].json} AS row FROM ${shapes[entity].name} t WHERE t.hoa_id = ? AND t.id IN (SELECT value FROM json_each(?))`,
      args: [hoa_id, list],
    })),
    'read',
  );
  return new Map(
    answers.flatMap(({ rows }, at) =>
      rows.map(({ row }) => {
        const found = { entity: nth(ENTITIES, at), row: JSON.parse(String(row)) };
        return [found.row.id as string, found] as const;
      }),
    ),
  );
};

type Named = { _id: string } & Record<string, unknown>;

/** All records in an answer. */
const recordsIn = (value: unknown): Named[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(recordsIn);
  return '_id' in value && typeof value._id === 'string' ? [value as Named, ...inner] : inner;
};

/** The fields of an answer that the person does not see in their rows. */
const beyondReads = async (ctx: TestContext, person: Actor, body: unknown): Promise<string[]> => {
  const named = recordsIn(body);
  if (named.length === 0) return [];
  const rows = await rowsOf(
    ctx,
    named.map(({ _id }) => _id),
  );
  return named.flatMap(({ _id, ...fields }) => {
    const found = rows.get(_id);
    // People and homes are named beside a record.
    if (!found || Object.keys(fields).every((key) => NAMED_BY.includes(key))) return [];
    const rules = entities[found.entity] as unknown as Synced<Rows[Entity]>;
    if (!isVisible(rules, found.row, person)) return [`${found.entity} ${JSON.stringify(fields)}`];
    const seen = rules.view(found.row, person);
    const hidden = Object.keys(found.row).filter((key) => !(key in seen));
    return hidden.filter((key) => (fields[key] ?? null) !== null).map((key) => `${key} of ${found.entity}`);
  });
};

const NAMED_BY = ['name', 'email', 'role', 'street', 'unit_number'];

const isWrite = (route: string) => !route.startsWith('GET');

test.for(Object.entries(CELLS).filter(([route]) => isWrite(route)))(
  '[MEET-10] [SEC-12] %s: the answer to a change shows no more than a read does',
  async ([route, cell]) => {
    const [method = '', path = ''] = route.split(' ');
    const isOfMeeting = /^\/api\/(meetings|motions|agenda-items|roll-units|proxies|action-items)/.test(path);
    const answers = new Map<string, { status: number; message: unknown }>();
    const { records, ...cast } = await ownCast();
    const people = { ...cast, ...cast.ctx };
    for (const who of ['rex', 'dora', ...(isOfMeeting ? (['wilma', 'nora'] as const) : []), 'bea'] as const) {
      const person = people[who];
      const body = cell.body?.(records) ?? {};
      const answer = await person.call(method, path.replace(':id', String(cell.id?.(records))), body);
      if (answer.status < 300) own = undefined;
      expect([who, await beyondReads(cast.ctx, person, answer.body)]).toEqual([who, []]);
      answers.set(who, { status: answer.status, message: answer.body?.message });
    }
    expect(answers.get('wilma')).toEqual(answers.get('nora'));
  },
);

let own: (Cast & { records: Records }) | undefined;
/** People with records that no change has touched yet. */
const ownCast = async () => {
  if (own) return own;
  const cast = await createCast();
  own = { ...cast, records: await copyHiddenRecords(cast.ctx, [cast.dora, cast.wilma]) };
  return own;
};

test('[MEET-10] a change of nothing tells who may not read a motion nothing of it', async () => {
  const { ctx, dora, wilma, records: mine } = await ownCast();
  const change = (person: Person, id: string) => person.call('PUT', `/api/motions/${id}`, {});
  for (const person of [ctx.rex, wilma]) {
    const [hidden, absent] = [await change(person, mine.motion), await change(person, uuidv7())];
    expect([hidden.status, hidden.body]).toEqual([404, absent.body]);
  }
  expect(await change(dora, mine.motion)).toMatchObject({ status: 204, body: null });
});
