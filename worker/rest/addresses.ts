import { ADDRESS_NOT_FOUND } from '../../sync/addresses/entity.ts';
import { addressesQuery } from '../http/list-queries.ts';
import { readAddress, readAddresses } from '../queries/addresses.ts';
import { command, givenId } from './command.ts';
import { list, query } from './query.ts';
import type { Route } from './route.ts';

const id = ADDRESS_NOT_FOUND;
const writes = { tag: 'People', access: 'board', scope: 'people:write', isChecked: true } as const;
const reads = { tag: 'People', access: 'board', scope: 'people:read' } as const;

export const addressRoutes: readonly Route[] = [
  list('GET /api/addresses', {
    ...reads,
    summary: 'List addresses',
    query: addressesQuery,
    read: readAddresses,
    ...{ of: 'address', figures: 'addressFigures' },
  }),
  command('POST /api/addresses', 'createAddress', {
    ...{ ...writes, makes: givenId },
    summary: 'Add an address',
    answer: [201, readAddress, 'address'],
  }),
  query('GET /api/addresses/:id', { ...reads, id, summary: 'Get an address', answer: [readAddress, 'address'] }),
  command('PUT /api/addresses/:id', 'updateAddress', {
    ...{ ...writes, id },
    summary: 'Change an address',
    answer: [200, readAddress, 'address'],
  }),
  command('DELETE /api/addresses/:id', 'deleteAddress', {
    ...{ ...writes, id },
    summary: 'Delete an address',
    answer: [204],
  }),
];
