import type { InStatement, Row } from '@libsql/client';
import type { Address } from '../../schema/tables/addresses.ts';
import { ADDRESS_NOT_FOUND, type AddressQuery } from '../../sync/addresses/entity.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import { list as users } from '../../sync/users/entity.ts';
import type { Deps } from '../deps.ts';
import { type Paging, recordBody } from '../http/rest-shapes.ts';
import type { AddressBody } from '../shapes/people.ts';
import { ONE, orderSql, type Page, pageOf, readPage, sortedRowsOf } from './list.ts';
import { json } from './query.ts';

type Reader = Pick<Deps, 'db'>;

export const readAddresses = (deps: Reader, viewer: Actor, query: AddressQuery, paging: Paging) =>
  read(deps, viewer, pageOf(viewer, 'address', query, paging));

export const readAddress = async (deps: Reader, viewer: Actor, id: string) => {
  const { docs } = await read(deps, viewer, pageOf(viewer, 'address', {}, ONE, { id }));
  return orNotFound(docs[0], ADDRESS_NOT_FOUND);
};

const read = async (deps: Reader, { hoa_id }: Actor, page: Page) => {
  const { rows, others, ...found } = await readPage(deps, page, recordsOf(page), [figuresOf(hoa_id)]);
  const figures = others[0]?.[0];
  return {
    docs: rows.map(addressBody),
    ...found,
    statistics: { totalAddresses: Number(figures?.totalAddresses), occupied: Number(figures?.occupied) },
  };
};

const recordsOf = (page: Page): InStatement => {
  const { sql, args } = sortedRowsOf(page);
  return {
    sql: `SELECT ${shapes.address.json} AS row, (SELECT json_group_array(json_object('_id', u.id, 'name', u.name,
          'email', u.email, 'role', u.role, 'status', u.status)) FROM (SELECT * FROM users u
        WHERE u.hoa_id = t.hoa_id AND u.address_id = t.id AND u.deleted_at IS NULL
        ORDER BY ${orderSql(users.order({}), 'u')}) u) AS residents
      FROM ${sql} ORDER BY ${page.order}`,
    args,
  };
};

const figuresOf = (hoa_id: string): InStatement => ({
  sql: `SELECT count(*) AS totalAddresses, count(*) FILTER (WHERE resident_ids <> '[]') AS occupied
    FROM addresses WHERE hoa_id = ?`,
  args: [hoa_id],
});

const addressBody = (row: Row): AddressBody => {
  const { resident_ids: _mirror, ...address } = recordBody(json<Address>(row.row));
  return { ...address, residents: json<AddressBody['residents']>(row.residents) };
};
