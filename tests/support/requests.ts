import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import type { Device } from './device.ts';
import type { Person, TestContext } from './fixtures.ts';

/** An absent request and a hidden one give the same answer. */
export const NOT_FOUND = 'Request not found or you do not have permission to view it';

/** A request's fields as its form sends them. */
export const draft = (over: object = {}) => ({
  title: 'Gate',
  description: '<p>Stuck</p>',
  category: 'Maintenance',
  ...over,
});

/** A request as a device makes it. */
export const titled = (title: string) => ({ id: uuidv7(), ...draft({ title }) });

export const titlesOn = ({ store }: Device): string[] =>
  store
    .rows('request')
    .all.map(({ title }) => title)
    .sort();

export const titlesOnServer = async ({ bea }: Pick<TestContext, 'bea'>): Promise<string[]> => {
  const { docs } = await list(bea, '?limit=100');
  return docs.map(({ title }: { title: string }) => title).sort();
};

/** Files a request over REST. Returns its record. */
export const create = async (person: Person, over: object = {}) => {
  const { status, body } = await person.call('POST', '/api/requests', draft(over));
  expect(status).toBe(201);
  return body;
};

export const read = async (person: Person, id: string) => (await person.call('GET', `/api/requests/${id}`)).body;
export const list = async (person: Person, query = '') => (await person.call('GET', `/api/requests${query}`)).body;
export const update = (person: Person, id: string, changes: object) =>
  person.call('PUT', `/api/requests/${id}`, changes);
export const comment = (person: Person, id: string, message: string, is_public = true) =>
  person.call('POST', `/api/requests/${id}/comments`, { message, is_public });
