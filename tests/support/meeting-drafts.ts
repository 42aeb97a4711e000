import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import type { Api } from './apis.ts';
import type { Person, TestContext } from './fixtures.ts';

export const OK = { ok: true };

export const invalid = (message: string) => ({ ok: false, code: 'invalid', message });

const START = '2098-05-01T18:00:00.000Z';

export const draft = (over: object = {}) => ({
  id: uuidv7(),
  kind: 'board_regular',
  title: 'May meeting',
  starts_at: START,
  ...over,
});

export const scheduled = (over: object = {}) => draft({ status: 'scheduled', ...over });

export const read = async (person: Person, id: string) => (await person.call('GET', `/api/meetings/${id}`)).body;

export const make = async (api: Api, { bea }: TestContext, meeting: { id: string }) => {
  expect(await api.act(bea, 'createMeeting', meeting)).toEqual(OK);
  return meeting.id;
};
