import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import type { rollOfUnits } from '../../sync/meetings/roll.ts';
import type { Api } from './apis.ts';
import type { Person, TestContext } from './fixtures.ts';

type Holdings = Parameters<typeof rollOfUnits>[1];

export const OK = { ok: true };

export const invalid = (message: string) => ({ ok: false, code: 'invalid', message });

const START = '2098-05-01T18:00:00.000Z';

export const annual = async (api: Api, { bea }: TestContext) => {
  const meeting = { id: uuidv7(), kind: 'member_annual', title: 'Annual', starts_at: START, status: 'scheduled' };
  expect(await api.act(bea, 'createMeeting', meeting)).toEqual(OK);
  return meeting.id;
};

export const rollOf = async (person: Person, id: string) => (await person.call('GET', `/api/meetings/${id}/roll`)).body;

export const vote = (id: string, over: Partial<Holdings['votes'][number]> = {}) => ({
  ...{ id, weight: 1, owners: null, designated: null, suspended: null, non_voting: false, ...over },
});

export const account = (address_id: string, holder_ids: string[], status: 'open' | 'closed' = 'open') => ({
  ...{ address_id, holder_ids, status },
});
