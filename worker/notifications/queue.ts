import type { InStatement } from '@libsql/client';
import { BURST_MINUTES, type Choices, ruleOf } from '../../schema/notifications.ts';
import type { Rows } from '../../schema/rows.ts';
import type { Notification, NotifiedEntity } from '../../schema/tables/notifications.ts';
import type { User } from '../../schema/tables/users.ts';
import { ROLES } from '../../schema/users.ts';
import { wants } from '../../sync/notifications/rules.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { isStaff } from '../../sync/roles.ts';
import { queueSelected } from '../../sync/server/queue.ts';
import { batch } from '../../sync/server/retry.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Deps } from '../deps.ts';
import { derivedId } from '../derived-id.ts';
import type { Job } from '../jobs/job.ts';
import { isActive, json, queryAll, queryBatch } from '../queries/query.ts';
import { type Notice, type RowOf, recipientsOfNotice } from './recipients.ts';
import { type Hours, mailTime } from './timing.ts';

/** Notes for each person concerned what to tell them by which channel, and queues the jobs that do. Takes along what
 * else waits in the HOA, since a device that was offline sends many changes at once. */
export const queueNotifications: Job<'notify'> = async (deps, _, { id, hoa_id }) => {
  const waiting = await readNotices(deps, hoa_id);
  if (!waiting.some((notice) => notice.id === id)) return;
  const { rowOf, people, timeZone } = await readConcerned(deps, hoa_id, waiting);
  const noted = waiting.flatMap((notice) => notificationsOf(notice, rowOf, people));
  const others = waiting.filter((notice) => notice.id !== id).map((notice) => notice.id);
  await batch(
    deps.db,
    [
      ...insertStatements(hoa_id, noted),
      ...jobStatements(hoa_id, 'mailNotifications', mailDues(deps, timeZone, noted, people)),
      ...jobStatements(hoa_id, 'pushNotifications', pushDues(deps, noted)),
      doneStatement(hoa_id, others),
    ],
    'write',
  );
};

type Waiting = Notice & { id: string };
type Person = Pick<User, 'id' | 'role' | 'status' | 'deleted_at'> & Hours & { choices: Choices; has_push: boolean };
type Noted = Omit<Notification, 'hoa_id'>;

const NOTICES = 200;

const readNotices = async ({ db }: Deps, hoa_id: string): Promise<Waiting[]> => {
  const sql = `SELECT id, payload FROM outbox INDEXED BY outbox_due
    WHERE hoa_id = ? AND kind = 'notify' AND status = 'pending' ORDER BY created_at, id LIMIT ${NOTICES}`;
  const rows = await queryAll<{ id: string; payload: string }>(db, sql, [hoa_id]);
  return rows.map(({ id, payload }) => ({ ...json<Notice>(payload), id }));
};

const STAFF = ROLES.filter(isStaff);

/** The records of the notices, and whoever may be concerned: those named in a record, and where it takes them, the staff
 * or everybody. */
const readConcerned = async ({ db }: Deps, hoa_id: string, notices: readonly Waiting[]) => {
  const idsOf = Map.groupBy(notices, ({ entity }) => entity);
  const ids = Object.fromEntries(
    ENTITIES.map((entity) => [entity, JSON.stringify((idsOf.get(entity) ?? []).flatMap((notice) => notice.ids))]),
  );
  const everybody = notices.some(({ event }) => ruleOf(event).to === 'audience') ? 1 : 0;
  const results = await queryBatch(db, [
    { sql: 'SELECT time_zone FROM hoas WHERE id = ?', args: [hoa_id] },
    { sql: PEOPLE, args: { ...ids, hoa_id, everybody, staff: JSON.stringify(STAFF) } },
    ...ENTITIES.map((entity) => recordsStatement(entity, hoa_id, ids[entity]!)),
  ]);
  const [hoas = [], people = [], ...records] = results;
  const rows = new Map<string, Rows[NotifiedEntity]>(
    ENTITIES.flatMap((entity, at) =>
      (records[at] ?? []).map((row) => [`${entity}/${row.id}`, json<Rows[NotifiedEntity]>(row.row)]),
    ),
  );
  return {
    timeZone: String(hoas[0]?.time_zone),
    people: new Map(people.map((row) => [String(row.id), personOf(row)])),
    rowOf: (entity: NotifiedEntity, id: string) => rows.get(`${entity}/${id}`),
  };
};

const ENTITIES = ['request', 'violation', 'announcement', 'invoice'] as const satisfies NotifiedEntity[];

const PEOPLE = `SELECT u.id, u.role, u.status, u.deleted_at, p.choices, p.quiet_from, p.quiet_to, p.digest_hour,
    EXISTS (SELECT 1 FROM push_subscriptions s WHERE s.hoa_id = u.hoa_id AND s.user_id = u.id) AS has_push
  FROM users u LEFT JOIN notification_preferences p ON p.hoa_id = u.hoa_id AND p.id = u.id
  WHERE u.hoa_id = :hoa_id AND ${isActive('u')} AND (:everybody
    OR u.role IN (SELECT value FROM json_each(:staff))
    OR u.id IN (SELECT user_id FROM requests WHERE hoa_id = :hoa_id AND id IN (SELECT value FROM json_each(:request)))
    OR u.id IN (SELECT assigned_to FROM requests WHERE hoa_id = :hoa_id AND id IN (SELECT value FROM json_each(:request)))
    OR u.id IN (SELECT user_id FROM violations WHERE hoa_id = :hoa_id AND id IN (SELECT value FROM json_each(:violation)))
    OR u.id IN (SELECT recipient_id FROM invoices WHERE hoa_id = :hoa_id AND id IN (SELECT value FROM json_each(:invoice)))
    OR u.id IN (SELECT value FROM json_each(:announcement)))`;

const personOf = (row: Record<string, unknown>): Person =>
  ({
    ...row,
    choices: typeof row.choices === 'string' ? (JSON.parse(row.choices) as Choices) : {},
    has_push: row.has_push === 1,
  }) as Person;

const recordsStatement = (entity: (typeof ENTITIES)[number], hoa_id: string, ids: string): InStatement => ({
  sql: `SELECT t.id, ${shapes[entity].json} AS row FROM json_each(?) j
    CROSS JOIN ${shapes[entity].name} t ON t.id = j.value AND t.hoa_id = ?`,
  args: [ids, hoa_id],
});

const WAITING = 'waiting';

const notificationsOf = (notice: Waiting, rowOf: RowOf, people: ReadonlyMap<string, Person>): Noted[] => {
  const { event, entity, item, at } = notice;
  const hasOwnMail = ruleOf(event).hasOwnMail === true;
  return recipientsOfNotice(notice, rowOf, [...people.values()]).flatMap(([record_id, recipients]) =>
    recipients.flatMap((user_id) => {
      const person = people.get(user_id)!;
      const mail = !hasOwnMail && wants(person.role, person, event, 'mail') ? WAITING : null;
      const push = person.has_push && wants(person.role, person, event, 'push') ? WAITING : null;
      const id = derivedId(`${notice.id}/${record_id}/${user_id}`);
      return mail || push ? [{ id, user_id, event, entity, record_id, item_id: item ?? null, at, mail, push }] : [];
    }),
  );
};

const insertStatements = (hoa_id: string, noted: readonly Noted[]): InStatement[] => {
  const values = COLUMNS.map((name) => `value ->> '${name}'`).join(', ');
  return [
    {
      sql: `INSERT OR IGNORE INTO notifications (hoa_id, ${COLUMNS.join(', ')}) SELECT ?, ${values} FROM json_each(?)`,
      args: [hoa_id, JSON.stringify(noted)],
    },
  ];
};

const COLUMNS = [
  'id',
  'user_id',
  'event',
  'entity',
  'record_id',
  'item_id',
  'at',
  'mail',
  'push',
] as const satisfies (keyof Noted)[];

type Dues = Record<string, string>;

const mailDues = (deps: Deps, timeZone: string, noted: readonly Noted[], people: ReadonlyMap<string, Person>): Dues => {
  const now = deps.now();
  const due = new Date(now.getTime() + BURST_MINUTES * 60_000);
  const mailed = noted.filter(({ mail }) => mail !== null).map(({ user_id }) => user_id);
  const timeFor = (user_id: string) => mailTime(people.get(user_id)!, timeZone, due, now).toISOString();
  return Object.fromEntries([...new Set(mailed)].map((user_id) => [user_id, timeFor(user_id)]));
};

const pushDues = (deps: Deps, noted: readonly Noted[]): Dues => {
  const now = deps.now().toISOString();
  return Object.fromEntries(noted.filter(({ push }) => push !== null).map(({ user_id }) => [user_id, now]));
};

const CHANNEL = { mailNotifications: 'mail', pushNotifications: 'push' } as const;

/** One job for all that waits for a person: its key is that of the notification that has waited longest, so whatever
 * comes until the job takes them goes with it, and whatever comes after gets a job of its own. */
const jobStatements = (hoa_id: string, kind: keyof typeof CHANNEL, dues: Dues): InStatement[] => {
  if (Object.keys(dues).length === 0) return [];
  const select = `SELECT :hoa_id AS hoa_id, :kind AS kind, json_object('id', n.user_id) AS payload,
      replace(replace(:key, '{user}', n.user_id), '{first}', n.id) AS key, j.value AS due, min(n.rowid)
    FROM json_each(:dues) j CROSS JOIN notifications n
      ON n.hoa_id = :hoa_id AND n.user_id = j.key AND n.${CHANNEL[kind]} = '${WAITING}'
    GROUP BY n.user_id`;
  return [
    queueSelected(select, { hoa_id, kind, key: outboxKeys[kind]('{user}', '{first}'), dues: JSON.stringify(dues) }),
  ];
};

const doneStatement = (hoa_id: string, ids: readonly string[]): InStatement => ({
  sql: `UPDATE outbox SET status = 'done', payload = '{}'
    WHERE hoa_id = ? AND status = 'pending' AND id IN (SELECT value FROM json_each(?))`,
  args: [hoa_id, JSON.stringify(ids)],
});
