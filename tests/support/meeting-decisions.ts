import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import type { FactData } from '../../schema/facts.ts';
import type { Outcome, RecordAction } from '../../schema/meetings.ts';
import type { Motion } from '../../schema/tables/meetings.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import type { Api } from './apis.ts';
import type { Person, TestContext } from './fixtures.ts';
import { boardMeeting, newFact } from './meetings.ts';
import { nth } from './required.ts';

export const today = () => todayOf(undefined, new Date());

const NONE = { units: 0, weight: 0 };

export const result = (outcome: Outcome, over: Partial<FactData['result']> = {}): FactData['result'] => ({
  ...{ outcome, method: 'voice', totals: { for: NONE, against: NONE, abstain: NONE }, needed: 1, of: 1 },
  ...{ presence: { present: 2, total: 2, needed: 2, met: true, units: 2, weight: 2 }, counted: [], text_id: null },
  ...over,
});

type Planned = { executive?: boolean; on_adopt?: RecordAction[]; on_fail?: RecordAction[] };

/** A motion with its words, and its meeting and item. */
export const motionOn = async (api: Api, ctx: TestContext, planned: Planned) => {
  const { id: meeting_id, items } = await boardMeeting(ctx);
  const [motion_id, text] = [uuidv7(), newFact('motion_text', {}, { text: '<p>to approve the red fence</p>' })];
  const motion = {
    id: motion_id,
    meeting_id,
    item_id: nth(items, 0),
    number: '3',
    mover: 'Bea',
    at: new Date().toISOString(),
  };
  const rules = { threshold: { kind: 'majority', basis: 'units' }, method: 'voice', desk: 'Record' };
  expect(await api.act(ctx.bea, 'makeMotion', { ...motion, ...rules, ...planned })).toEqual({ ok: true });
  const record = async (data: FactData['result'], over = {}) => {
    const fact = newFact('result', { ...data, text_id: text.id }, { subject: motion_id, ...over });
    await api.act(ctx.bea, 'recordFacts', { meeting_id, facts: [fact] });
    return fact.id;
  };
  await api.act(ctx.bea, 'recordFacts', { meeting_id, facts: [{ ...text, subject: motion_id }] });
  const apply = (seen: object, more = {}, by: Person = ctx.bea) =>
    api.act(by, 'applyDecision', { motion_id, seen, ...more });
  return { motion_id, record, apply };
};

export const decisionsOf = async ({ db }: TestContext, id: string): Promise<Motion['decisions']> => {
  const { rows } = await db.execute({ sql: 'SELECT decisions FROM motions WHERE id = ?', args: [id] });
  return JSON.parse(String(rows[0]?.decisions ?? 'null'));
};
