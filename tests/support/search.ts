import type { ExperimentalDiff } from 'replicache';
import { SearchIndex } from '../../client/search/search-index.ts';
import type { SearchRows, Viewer } from '../../client/search/source.ts';
import { searchParts } from '../../client/search/sources.ts';
import { EntityRows } from '../../sync/client/entity-rows.ts';

const BOARD: Viewer = { id: 'bea', role: 'board' };

export const parts = await searchParts();
const sources = parts.map(({ source }) => source);

export const indexOf = (rows: SearchRows, viewer: Viewer = BOARD): SearchIndex => {
  const index = new SearchIndex({ rows, viewer, sources });
  index.takeIn();
  return index;
};

/** The titles that a query finds, in their order. */
export const titles = (index: SearchIndex, query: string): string[] =>
  index.search(query, () => 50).groups.flatMap(({ hits }) => hits.map(({ title }) => title));

/** Rows of a device, changed as its store changes them: undefined takes a row away. */
export const rowsWith = (changes: Record<string, object | undefined>, entityRows = new EntityRows()) => {
  const diff = Object.entries(changes).map(([key, newValue]) => ({ op: newValue ? 'add' : 'del', key, newValue }));
  entityRows.apply(diff as unknown as ExperimentalDiff);
  return entityRows;
};
export const reading =
  (entityRows: EntityRows): SearchRows =>
  (entity) =>
    entityRows.get(entity);

export const request = (id: string, more: object = {}) => ({
  id,
  user_id: 'rex',
  address_id: null,
  title: 'Gate',
  description: '',
  resolution_notes: null,
  category: 'Maintenance',
  status: 'open',
  created_at: '2030-01-01',
  ...more,
});
export const comment = (id: string, request_id: string, message: string) => ({
  id,
  request_id,
  message,
  created_at: '2030-01-02',
});
export const user = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  email: `${id}@willow.test`,
  role: 'resident',
  status: 'active',
  address_id: null,
  phone: null,
  deleted_at: null,
  created_at: '2030-01-01',
  ...more,
});
export const address = (id: string, street: string) => ({
  id,
  street,
  unit_number: null,
  notes: null,
  resident_ids: [],
  created_at: '2030-01-01',
});
