import type { Entity, Rows } from '../schema/rows.ts';
import type { UploadFeature } from '../schema/uploads.ts';
import * as accounts from './accounts/entity.ts';
import * as activity from './activity/entity.ts';
import * as addresses from './addresses/entity.ts';
import * as announcements from './announcements/entity.ts';
import * as deposits from './deposits/entity.ts';
import * as disputes from './disputes/entity.ts';
import * as documents from './documents/entity.ts';
import * as dues from './dues/entity.ts';
import type { Descriptor } from './entity.ts';
import * as failedJobs from './failed-jobs/entity.ts';
import * as hoas from './hoas/entity.ts';
import * as invoices from './invoices/entity.ts';
import * as ledger from './ledger/entity.ts';
import * as meetings from './meetings/entity.ts';
import * as notifications from './notifications/entity.ts';
import * as payments from './payments/entity.ts';
import * as plans from './plans/entity.ts';
import * as policies from './policies/entity.ts';
import * as refusals from './refusals/entity.ts';
import * as reminders from './reminders/entity.ts';
import * as requests from './requests/entity.ts';
import * as users from './users/entity.ts';
import * as violations from './violations/entity.ts';

/** The descriptor of each entity, for both sides, parents before children; sync/server/entities.ts has the server's own. */
const descriptors = {
  ...hoas.entities,
  ...addresses.entities,
  ...users.entities,
  ...requests.entities,
  ...announcements.entities,
  ...documents.entities,
  ...violations.entities,
  ...dues.entities,
  ...invoices.entities,
  ...payments.entities,
  ...disputes.entities,
  ...accounts.entities,
  ...deposits.entities,
  ...ledger.entities,
  ...policies.entities,
  ...plans.entities,
  ...reminders.entities,
  ...meetings.entities,
  ...notifications.entities,
  ...failedJobs.entities,
  ...refusals.entities,
  ...activity.entities,
};

export const entities: { [E in Entity]: Descriptor<Rows[E]> } = descriptors;
export const ENTITY_NAMES = Object.keys(entities) as Entity[];

type Described = typeof descriptors;
type EntityWith<Part extends string> = keyof {
  [E in Entity as Described[E] extends { [P in Part]: object } ? E : never]: E;
};

/** The lists that the REST routes query in SQL. */
export type Lists = { [E in EntityWith<'list'>]: Described[E]['list'] };
export type ListQuery<E extends keyof Lists> = Parameters<Lists[E]['filters']>[0];
export const LIST_NAMES = ENTITY_NAMES.filter((entity): entity is keyof Lists => entities[entity].list !== undefined);

type Comparison = { entity: Entity; fields: (row: object, args: object) => string[]; values: (row: object) => object };

export type FileEntity = EntityWith<'files'>;
export const uploadFeatureOf = (entity: FileEntity): UploadFeature => descriptors[entity].files.feature;

/** How the change of a mutator is compared with the row that others have changed meanwhile. */
export const comparisonOf = (mutation: string): Comparison | undefined => {
  const entity = ENTITY_NAMES.find((name) => entities[name].conflicts?.[mutation]);
  if (!entity) return undefined;
  const { conflicts, compared = (row: object) => row } = entities[entity] as unknown as Descriptor<object>;
  return { entity, fields: conflicts?.[mutation] as Comparison['fields'], values: compared };
};
