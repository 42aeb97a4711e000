import type { Row } from '@libsql/client';
import type { Account } from '../../schema/tables/accounts.ts';
import { accountText, canRecord } from '../../sync/accounts/entity.ts';
import { entities } from '../../sync/index.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';
import { listInWords } from '../../sync/words.ts';
import type { ListedAccountBody } from '../shapes/accounts.ts';
import { json } from './query.ts';

/** An account as the viewer sees it, with its home and its people. */
export type AccountHead = {
  account: Account;
  head: Omit<ListedAccountBody, 'balanceCents' | 'creditCents'>;
  home: string;
  holders: string;
  /** The name of the primary holder. */
  payer: string | null;
  /** The home, or the holders where there is none. */
  name: string;
  /** The text in which it is searched. */
  text: string;
};

/** The columns that `headOf` reads, of accounts aliased `t`. */
export const HEAD = `${shapes.account.json} AS row,
  (SELECT json_object('_id', a.id, 'street', a.street, 'unit_number', a.unit_number) FROM addresses a WHERE a.id = t.address_id) AS place,
  (SELECT json_group_array(json_object('_id', u.id, 'name', u.name, 'email', u.email))
    FROM json_each(t.holder_ids) h JOIN users u ON u.hoa_id = t.hoa_id AND u.id = h.value) AS holders`;

type Holder = { _id: string; name: string; email: string };

export const headOf = (row: Row, viewer: Actor): AccountHead => {
  const stored = json<Account>(row.row);
  const account = entities.account.view(stored, viewer) as Account;
  const place = json<ListedAccountBody['address_id']>(row.place);
  const position = ({ _id }: Holder) => account.holder_ids.indexOf(_id);
  const people = json<Holder[]>(row.holders).sort((a, b) => position(a) - position(b));
  const isBoard = canRecord(viewer);
  const home = place ? `${place.street}${place.unit_number ? `, Unit ${place.unit_number}` : ''}` : '';
  const holders = listInWords(people.map(({ name, email }) => name || email));
  return {
    account: stored,
    home,
    holders,
    payer: people.find(({ _id }) => _id === account.holder_ids[0])?.name ?? null,
    name: home || holders,
    text: accountText({ home, holders, emails: people.map(({ email }) => email) }),
    head: {
      _id: account.id,
      address_id: place,
      holders: isBoard ? people : people.map(({ _id, name }) => ({ _id, name })),
      status: account.status,
      opened_on: account.opened_on,
      closed_on: account.closed_on,
      follows: account.follows,
      fees_off_until: account.fees_off_until,
      ...(isBoard && { mail_off: account.mail_off, note: account.note }),
    },
  };
};
