import { expect, test } from 'vitest';
import { reachOf, recipientsOf, stillBilled, unreached } from '../../sync/dues/recipients.ts';
import { targetOf } from '../../sync/dues/rules.ts';

type Due = Parameters<typeof recipientsOf>[0];
type People = Parameters<typeof recipientsOf>[1];
type Person = People['users'][number];
type Home = People['accounts'][number];

const person = (id: string, address_id: string | null, over: Partial<Person> = {}): Person => ({
  id,
  status: 'active',
  deleted_at: null,
  address_id,
  ...over,
});
const account = (id: string, address_id: string | null, holder_ids: string[], over: Partial<Home> = {}): Home => ({
  id,
  address_id,
  holder_ids,
  status: 'open',
  opened_on: '2026-01-01',
  ...over,
});

const RULE: Due = { recipients: [], recipient_rule: 'every_home', excluded: null };
const EXCEPT = (...excluded: string[]): Due => ({ recipients: [], recipient_rule: 'except', excluded });
const every = (users: Person[], accounts: Home[] = []) => recipientsOf(RULE, { users, accounts });

test('[DUE-21] every home is billed once: whoever shares its account, and of people without one the first alone', () => {
  const couple = [person('ann', 'elm 1'), person('ben', 'elm 1')];
  const roommates = [person('dee', 'elm 2'), person('cal', 'elm 2')];
  const accounts = [account('a-ann', 'elm 1', ['ann', 'ben'])];
  expect(every([...couple, ...roommates], accounts)).toEqual(['ann', 'ben', 'cal']);
  expect(reachOf(RULE, { users: [...couple, ...roommates], accounts })).toEqual({
    homes: 2,
    people: 3,
  });
});

test('[DUE-21] the account of a home is billed, not who else lives there, and not while its holder has not signed in', () => {
  const landlord = person('lee', 'far 9');
  const tenant = person('tia', 'elm 1');
  const accounts = [
    account('a-lee', 'elm 1', ['lee']),
    account('a-tia', 'elm 1', ['tia'], { opened_on: '2026-05-01' }),
  ];
  expect(every([landlord, tenant], accounts)).toEqual(['lee']);
  expect(every([{ ...landlord, status: 'invited' }, tenant], accounts)).toEqual([]);
  expect(every([{ ...landlord, status: 'inactive' }, tenant], accounts)).toEqual(['tia']);
  expect(every([landlord, tenant], [account('a-lee', 'elm 1', ['lee'], { status: 'closed' })])).toEqual(['lee', 'tia']);
});

test('[DUE-35] people without a home, invited, inactive and deleted people are not found, and the first two are told', () => {
  const users = [
    person('ann', 'elm 1'),
    person('ben', null),
    person('cal', 'elm 2', { status: 'invited' }),
    person('dee', 'elm 3', { status: 'inactive' }),
    person('eva', 'elm 4', { deleted_at: '2026-01-01' }),
  ];
  expect(every(users)).toEqual(['ann']);
  expect(unreached({ users, accounts: [] })).toEqual({ invited: [users[2]], withoutHome: [users[1]] });
  expect(every([person('ben', null)], [account('a-ben', 'elm 5', ['ben'])])).toEqual(['ben']);
});

test('[DUE-21] all but these: who is left out is not billed, and is told apart where their home still is', () => {
  const users = [person('ann', 'elm 1'), person('ben', 'elm 1'), person('cal', 'elm 2')];
  const accounts = [account('a-ann', 'elm 1', ['ann', 'ben'])];
  const people = { users, accounts };
  expect(recipientsOf(EXCEPT('cal'), people)).toEqual(['ann', 'ben']);
  expect(stillBilled(EXCEPT('cal'), people)).toEqual([]);
  expect(recipientsOf(EXCEPT('ann'), people)).toEqual(['ben', 'cal']);
  expect(stillBilled(EXCEPT('ann'), people)).toEqual([users[0]]);
  expect(recipientsOf(EXCEPT('ann', 'ben'), people)).toEqual(['cal']);
});

test('[DUE-21] a list stays as it was chosen, as do dues of before there were rules', () => {
  const people = { users: [person('ann', 'elm 1')], accounts: [] };
  for (const over of [{}, { recipient_rule: null, excluded: null }])
    expect(recipientsOf({ recipients: ['zoe', 'ann'], ...over }, people)).toEqual(['zoe', 'ann']);
});

test('[SYNC-17] a list without a rule means these people, unless it repeats whom the rule reaches', () => {
  const now: Due = { ...RULE, recipients: ['ann', 'ben'] };
  expect(targetOf(now, { recipients: ['ben', 'ann'] }).recipient_rule).toBe('every_home');
  expect(targetOf(now, { recipients: { added: [], removed: ['ben'] } })).toEqual({
    recipients: ['ann'],
    recipient_rule: null,
    excluded: null,
  });
  expect(targetOf(now, { recipients: ['ann'], recipient_rule: 'every_home' })).toEqual(now);
  expect(targetOf(now, { excluded: ['ann'] })).toMatchObject({ recipient_rule: 'except', excluded: ['ann'] });
});
