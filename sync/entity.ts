import type { ActivityKind } from '../schema/activity.ts';
import type { Entity, Rows } from '../schema/rows.ts';
import type { StoredFile, UploadFeature } from '../schema/uploads.ts';
import type { RecordEvent, WebhookEvent } from '../schema/webhooks.ts';
import type { ActivityRule } from './activity/activity-fields.ts';
import type { List, OrderKey } from './list.ts';
import type { Actor, Refusal, Synced, Tx } from './tx.ts';
import type { Where } from './where.ts';

/** Tells all that both sides know of an entity. The first load of a list has all of it, so it holds neither zod nor
 * tables; what the server alone asks is a ServerDescriptor. */
export type Descriptor<Row> = Synced<Row> & {
  /** The list that REST queries in SQL and devices keep sorted. */
  list?: List<Row, never>;
  /** Without a list: the order in which devices hold the rows, newest first if missing. */
  order?: readonly OrderKey<Row>[];
  /** When a device reads the rows into memory; 'on demand' suits many rows that no list shows all of. */
  load?: 'first' | 'last' | 'on demand';
  /** Keyed by mutator: the fields whose newer value it would overwrite, or send, without its author having seen it. */
  conflicts?: { readonly [mutation: string]: (row: Row, args: never) => string[] };
  /** The row as `conflicts` names its fields, where these are no columns. */
  compared?(row: Row): object;
  files?: {
    feature: UploadFeature;
    /** May the actor attach another file to this row? Missing where a row has one file, set by its own mutators. */
    mayAdd?(actor: Actor, row: Row): boolean;
  };
};

/** A feature exports `entities` that satisfy it; sync/index.ts asks for every entity. */
export type Descriptors = { [E in Entity]?: Descriptor<Rows[E]> };

/** Tells what the server alone asks of an entity. A feature has it in server.ts, which no device loads. */
export type ServerDescriptor<Row> = {
  activity: ActivityRule<Row>;
  /** Rich text columns, which the server sanitizes at each write. */
  rich?: readonly (keyof Row & string)[];
  /** Which event a written row is for those who listen from outside. */
  event?(row: Row, old: Row | undefined): RecordEvent | readonly RecordEvent[] | undefined;
  /** The event of a row that is deleted. */
  deletion?: WebhookEvent;
  /** The events in people's calendars, each due on a day. */
  calendar?: CalendarSource<Row>;
  files?: ServerFiles;
};

/** A day on which something is due. */
export type CalendarEvent = {
  /** The same for the same thing, as long as it lasts. */
  uid: string;
  /** A calendar date of the HOA. */
  day: string;
  title: string;
  text: string;
  /** The path of the record's screen. */
  path: string;
  /** Grows with each change. */
  revision: number;
  /** An instant. */
  changed_at: string;
};

/** A feature's events in people's calendars. */
type CalendarSource<Row> = {
  /** Which of the rows that the viewer may see concern them. */
  where: (viewer: Pick<Actor, 'id' | 'account_ids'>) => readonly Where<Row>[];
  /** `dayOf` gives the HOA's calendar date of an instant. */
  events: (row: Row, dayOf: (instant: string) => string) => CalendarEvent[];
};

/** A feature exports `server` that satisfies it; sync/server/entities.ts asks for every entity. */
export type ServerDescriptors = { [E in Entity]?: ServerDescriptorOf<E> };

/** An activity is about a record, so a record's entity is one of ACTIVITY_KINDS. */
export type ServerDescriptorOf<E extends Entity> = ServerDescriptor<Rows[E]> &
  (E extends ActivityKind ? unknown : { activity: { kind: 'part' | 'none' } });

/** Where rows name their files, in SQL: the key of the first in a table aliased `t`, and whether `t.more_photos` lists
 * others. `where` is what a partial index of the key asks for. */
export type ServerFiles = {
  key: string;
  hasMore?: boolean;
  where?: string;
  /** Does nothing if the record has another file by now. */
  confirm(tx: Tx, id: string, file: StoredFile): Promise<void>;
  /** Takes a bad file off the record and returns the change to correct; undefined if the record has another file by now. */
  withdraw(tx: Tx, id: string, file: BadFile): Promise<WithdrawnChange | undefined>;
};

/** A file that failed verification after a record had claimed it. The client group receives the refusal. */
export type BadFile = { key: string; name: string; reason: Refusal; user_id: string; client_group_id: string };
export type WithdrawnChange = { mutation: string; args: Record<string, unknown> };
