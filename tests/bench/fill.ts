import type { Client, InStatement } from '@libsql/client';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../schema/requests.ts';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { Address } from '../../schema/tables/addresses.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import type { Request } from '../../schema/tables/requests.ts';
import type { User } from '../../schema/tables/users.ts';
import type { Role } from '../../schema/users.ts';
import { newHoa } from '../../sync/hoas/new-hoa.ts';
import { entities } from '../../sync/index.ts';
import { batch } from '../../sync/server/retry.ts';
import { shapes } from '../../sync/server/tables.ts';
import { audiencesFor } from '../../sync/tx.ts';
import { nth, required } from '../support/required.ts';

export type BenchHoa = { hoa_id: string; bea: User; rita: User; neighbours: User[] };

const NEIGHBOURS = 40;
const FEW_REQUESTS = 5;
const STATEMENT = 500;
/** The time of the first row, in milliseconds; each later one is a minute newer. */
const EPOCH = Date.UTC(2026, 0, 1);

/** Creates an HOA with active people and nothing else. `name` must be new to the database. */
export const createHoa = async (db: Client, name: string, neighbourCount = NEIGHBOURS): Promise<BenchHoa> => {
  const hoa_id = idAt(EPOCH);
  const created_at = new Date(EPOCH).toISOString();
  const hoa: Hoa = { ...newHoa({ now: created_at }, { id: hoa_id, name, plan: null }), hoa_id, rev: 1 };
  const names = Array.from({ length: neighbourCount }, (_, at) => `Neighbour ${at + 1}`);
  const [bea, rita, ...neighbours] = [
    person(hoa_id, 'Bea Marsh', 'board'),
    person(hoa_id, 'Rita Alvarez', 'resident'),
    ...names.map((each) => person(hoa_id, each, 'resident')),
  ] as [User, User, ...User[]];
  const people = [bea, rita, ...neighbours];
  await insert(db, 'hoa', [hoa]);
  await insert(db, 'address', people.map(home));
  await insert(db, 'user', people);
  return { hoa_id, bea, rita, neighbours };
};

/** Requests number `from` up to (without) `to`, each newer than the one before. */
export const requestsOf = (ground: BenchHoa, from: number, to: number): Request[] =>
  Array.from({ length: to - from }, (_, at) => request(ground, from + at));

/** Inserts rows as they are, with the log entries that their register's audiences ask for. */
export const insert = async <E extends Entity>(db: Client, entity: E, rows: Rows[E][]): Promise<void> => {
  for (let at = 0; at < rows.length; at += STATEMENT) {
    const some = rows.slice(at, at + STATEMENT);
    await batch(db, [insertion(entity, some), ...logged(entity, some)], 'write');
  }
};

/** Makes rows the newest of their HOA, as a change of them does. */
export const relog = async <E extends Entity>(db: Client, entity: E, rows: Rows[E][]): Promise<void> => {
  await batch(db, logged(entity, rows), 'write');
};

const logged = <E extends Entity>(entity: E, rows: readonly Rows[E][]): InStatement[] => {
  const rules = entities[entity];
  const sql = 'INSERT OR REPLACE INTO sync_log (hoa_id, audience, entity, entity_id) VALUES (?, ?, ?, ?)';
  return rows.flatMap((row) =>
    audiencesFor(rules, row).map((audience) => ({ sql, args: [row.hoa_id, audience, entity, row.id] })),
  );
};

const insertion = (entity: Entity, rows: object[]): InStatement => {
  const { name, columns } = shapes[entity];
  const places = `(${columns.map(() => '?').join(', ')})`;
  return {
    sql: `INSERT INTO ${name} (${columns.map((column) => column.name).join(', ')}) VALUES ${rows.map(() => places).join(', ')}`,
    args: rows.flatMap((row) => columns.map(({ encode }) => encode(row as Record<string, unknown>))),
  };
};

const person = (hoa_id: string, name: string, role: Role): User => {
  const id = idAt(EPOCH);
  return {
    id,
    hoa_id,
    rev: 1,
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}-${id}@bench.test`,
    role,
    status: 'active',
    address_id: idAt(EPOCH),
    phone: null,
    created_at: new Date(EPOCH).toISOString(),
    last_login: null,
    deleted_at: null,
    email_bounced_at: null,
    account_ids: [],
    needs_second_factor: false,
    epoch: 1,
  };
};

const home = ({ id, hoa_id, address_id, created_at }: User, at: number): Address => ({
  id: required(address_id),
  hoa_id,
  rev: 1,
  street: `${at + 1} Willow Lane`,
  unit_number: null,
  is_rented: false,
  notes: null,
  resident_ids: [id],
  created_at,
  edits: null,
});

const THINGS = [
  'Leaking tap',
  'Broken fence',
  'Street lamp',
  'Loose paving',
  'Noisy pump',
  'Blocked drain',
  'Oak branch',
];
const PLACES = ['by the pool', 'at the gate', 'in the garage', 'behind the clubhouse', 'on Willow Lane'];

const titleOf = (number: number): string =>
  `${THINGS[number % THINGS.length]} ${PLACES[number % PLACES.length]} no. ${number}`;

const request = (ground: BenchHoa, number: number): Request => {
  const at = EPOCH + number * 60_000;
  const owner = number < FEW_REQUESTS ? ground.rita : nth(ground.neighbours, number % ground.neighbours.length);
  const title = titleOf(number);
  const created_at = new Date(at).toISOString();
  return {
    id: idAt(at),
    hoa_id: ground.hoa_id,
    rev: 1,
    user_id: owner.id,
    address_id: owner.address_id,
    entry_id: null,
    title,
    description: `<p>${title}. It began on Monday and has grown worse since; please send somebody to look at it. The side gate is open until five, and somebody is home all day.</p>`,
    category: nth(REQUEST_CATEGORIES, number % REQUEST_CATEGORIES.length),
    status: nth(REQUEST_STATUSES, number % REQUEST_STATUSES.length),
    photo_url: null,
    photo: null,
    more_photos: null,
    assigned_to: null,
    resolution_deadline: null,
    resolution_notes: null,
    history: [
      { action: 'Created the request', user_id: owner.id, name: owner.name, staff: false, timestamp: created_at },
    ],
    created_at,
    edits: null,
  };
};

/** A UUIDv7 of that instant, in milliseconds. */
const idAt = (at: number): string => {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
};
