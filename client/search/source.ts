import type { LucideIcon } from 'lucide-react';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { Collection } from '../../sync/client/collection.ts';
import { type Capability, isStaff } from '../../sync/roles.ts';
import type { Actor } from '../../sync/tx.ts';
import { nameOf } from '../../sync/users/entity.ts';
import { formatAddress } from '../ui/format.ts';

/** The rows of this device, as their viewer sees them. */
export type SearchRows = <E extends Entity>(entity: E) => Collection<Rows[E]>;
export type Viewer = Pick<Actor, 'id' | 'role'>;

/** A record as it is searched, and as its result reads. */
export type SearchRecord = {
  title: string;
  /** Shown in a line below the title, and searched: who, where. Missing ones are left out. */
  about?: readonly (string | null | undefined)[];
  /** Searched, and shown as an excerpt around the match. */
  texts?: readonly (string | null | undefined)[];
  /** Searched and never shown: another spelling. */
  words?: string;
  /** At the end of the line, and not searched: a status or a date. */
  detail?(): string;
  /** Comes before those that are settled and match equally well; missing where that says nothing. */
  isOpen?: boolean;
  /** ISO 8601, by which the most recent results come first. */
  at: string;
  href: string;
};

export type SearchSource<E extends Entity = Entity> = {
  entity: E;
  /** The heading of its results. */
  label: string;
  icon: LucideIcon;
  /** null for a row that is not searched. */
  read(row: Rows[E], rows: SearchRows, viewer: Viewer): SearchRecord | null;
  /** Entities whose rows `read` takes as part of the record, with the column that names it. */
  parts?: Partial<Record<Entity, string>>;
  /** The ids of the records to read anew when a row of another entity has changed. */
  follows?: Partial<Record<Entity, (id: string, rows: SearchRows) => readonly string[]>>;
};

export const searchSource = <E extends Entity>(source: SearchSource<E>): SearchSource =>
  source as unknown as SearchSource;

/** Something to do or a screen to open, by its address. */
export type SearchAction = {
  label: string;
  href: string;
  icon: LucideIcon;
  needs?: Capability;
  /** Other words by which it is found. */
  words?: string;
};

/** A value of `follows`: the records of a person, and those of a home or of who lives there, as `whoAndWhere` names them. */
export const followsPeople = <E extends Entity>(
  entity: E,
  person: keyof Rows[E] & string,
  home?: keyof Rows[E] & string,
): NonNullable<SearchSource['follows']> => {
  const having = (rows: SearchRows, column: keyof Rows[E] & string, id: string) =>
    rows(entity)
      .by(column, id as never)
      .map((row) => row.id);
  return {
    user: (id, rows) => having(rows, person, id),
    address: (id, rows) => [
      ...(home ? having(rows, home, id) : []),
      ...rows('user')
        .by('address_id', id)
        .flatMap((user) => having(rows, person, user.id)),
    ],
  };
};

/** The name of a person and their home, or the record's; nothing for who is no staff, whose records are their own. */
export const whoAndWhere = (
  rows: SearchRows,
  viewer: Viewer,
  user_id: string | null,
  address_id?: string | null,
): (string | undefined)[] => {
  if (!isStaff(viewer.role)) return [];
  const user = rows('user').get(user_id);
  const address = rows('address').get(address_id ?? user?.address_id);
  return [user && nameOf(user), address && formatAddress(address)];
};
