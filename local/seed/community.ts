import type { HistoryEntry } from '../../schema/history.ts';
import { hoaNameKey } from '../../schema/hoas.ts';
import { addresses } from '../../schema/tables/addresses.ts';
import { credentials, user_tokens } from '../../schema/tables/auth.ts';
import { hoas } from '../../schema/tables/hoas.ts';
import { uploads } from '../../schema/tables/uploads.ts';
import { type User, users } from '../../schema/tables/users.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import { type FileEntity, uploadFeatureOf } from '../../sync/index.ts';
import { isStaff } from '../../sync/roles.ts';
import { type Clock, clockOf } from './clock.ts';
import { fileFor } from './files.ts';
import type { HoaData } from './hoa-data.ts';
import { demoPasswordHash } from './password.ts';
import { idOf, type Random, randomOf } from './random.ts';
import type { RowBuffer } from './rows.ts';

const TIME_ZONE = 'America/Chicago';

export type Community = {
  rows: RowBuffer;
  data: HoaData;
  hoa_id: string;
  clock: Clock;
  people: Map<string, User>;
  person(key: string): User;
  id(label: string): string;
  random(label: string): Random;
};

export const openCommunity = (rows: RowBuffer, data: HoaData, now: Date): Community => {
  const hoa_id = idOf(data.slug);
  const people = new Map<string, User>();
  const community: Community = {
    rows,
    data,
    hoa_id,
    clock: clockOf(now, TIME_ZONE, data.slug),
    people,
    person: (key) => people.get(key) ?? fail(`${data.slug} has nobody called ${key}`),
    id: (label) => idOf(`${data.slug}/${label}`),
    random: (label) => randomOf(`${data.slug}/${label}`),
  };
  addHoa(community);
  addHomes(community);
  for (const key of Object.keys(data.people)) addPerson(community, key);
  return community;
};

const fail = (message: string): never => {
  throw new Error(message);
};

const addHoa = ({ rows, hoa_id, data, clock }: Community) =>
  rows.add(hoas, {
    id: hoa_id,
    hoa_id,
    name: data.name,
    name_key: hoaNameKey(data.name),
    city: data.city,
    zip: data.zip,
    time_zone: TIME_ZONE,
    plan: data.billing.plan,
    created_at: clock.ago(data.days),
  });

const addHomes = ({ rows, hoa_id, data, clock, id }: Community) => {
  for (const [key, home] of Object.entries(data.homes))
    rows.add(addresses, {
      id: id(`address/${key}`),
      hoa_id,
      street: home.street,
      unit_number: home.unit ?? null,
      is_rented: home.rented ?? false,
      notes: home.notes ?? null,
      resident_ids: Object.entries(data.people)
        .filter(([, person]) => person.home === key && person.deleted === undefined)
        .map(([who]) => id(`user/${who}`)),
      created_at: clock.ago(data.days),
    });
};

const addPerson = (community: Community, key: string) => {
  const { rows, hoa_id, data, clock, id } = community;
  const person = data.people[key]!;
  const user: User = {
    id: id(`user/${key}`),
    hoa_id,
    rev: 1,
    name: person.name,
    email: person.email.includes('@') ? person.email : `${person.email}@${data.slug}.test`,
    role: person.role,
    status: person.status,
    address_id: person.home && person.deleted === undefined ? id(`address/${person.home}`) : null,
    phone: person.phone ?? null,
    created_at: clock.ago(Math.min(person.days, data.days)),
    last_login: person.seen === undefined ? null : clock.ago(person.seen),
    deleted_at: person.deleted === undefined ? null : clock.ago(person.deleted),
    email_bounced_at: null,
    account_ids: [],
    needs_second_factor: false,
    epoch: 1,
  };
  community.people.set(key, user);
  rows.add(users, user);
  if (person.status === 'invited') addInvitation(community, user);
  else
    rows.add(credentials, { user_id: user.id, hoa_id, password_hash: demoPasswordHash(), changed_at: user.created_at });
};

/** An invitation mailed before this database existed: a hash without a known token. */
const addInvitation = ({ rows, hoa_id, id }: Community, user: User) =>
  rows.add(user_tokens, {
    token_hash: id(`activation/${user.id}`).replaceAll('-', ''),
    hoa_id,
    user_id: user.id,
    purpose: 'activation',
    created_at: user.created_at,
    expires_at: new Date(Date.parse(user.created_at) + 7 * 86_400_000).toISOString(),
    used_at: null,
  });

export const keyOf = ({ key, title }: { key?: string; title: string }): string => key ?? title;

export const attach = (
  community: Community,
  by: User,
  entity: FileEntity,
  name: string,
  title: string,
  record: string,
): StoredFile => {
  const { rows, hoa_id, id } = community;
  const { bytes, type } = fileFor(name, title);
  const feature = uploadFeatureOf(entity);
  const folder = `${hoa_id}/${feature}/${id(`file/${feature}/${record}/${name}`)}`;
  const key = `files/${folder}/${name}`;
  rows.files.push({ key, bytes, type });
  rows.add(uploads, {
    key: `uploads/${folder}/${name}`,
    hoa_id,
    user_id: by.id,
    feature,
    name,
    content_type: type,
    size: bytes.length,
    final_key: key,
    record: `${entity}/${id(`${entity}/${record}`)}`,
    created_at: by.created_at,
  });
  return { key, name, size: bytes.length, type };
};

export const historyEntry = (by: User, action: string, timestamp: string): HistoryEntry => ({
  action,
  user_id: by.id,
  name: by.name,
  staff: isStaff(by.role),
  timestamp,
});

export const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => `<p>${part.trim().replaceAll('&', '&amp;')}</p>`)
    .join('');
