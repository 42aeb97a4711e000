import { expect } from 'vitest';
import type { Person } from './fixtures.ts';

/** What the server says of a request that is absent or hidden. */
export const NOT_FOUND = 'Request not found or you do not have permission to view it';

/** A request's fields as its form sends them. */
export const draft = (over: object = {}) => ({
  title: 'Gate',
  description: '<p>Stuck</p>',
  category: 'Maintenance',
  ...over,
});

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
