import { expect, test } from 'vitest';
import { readDocument, type Schema } from '../support/document.ts';

/** The schemas of each property, by its name. */
const propertiesOf = (value: unknown, found = new Map<string, Schema[]>()): Map<string, Schema[]> => {
  if (typeof value !== 'object' || value === null) return found;
  const { properties } = value as { properties?: Record<string, Schema> };
  for (const [name, schema] of Object.entries(properties ?? {})) found.set(name, [...(found.get(name) ?? []), schema]);
  for (const part of Object.values(value)) propertiesOf(part, found);
  return found;
};

const kindOf = (schema: Schema): string => {
  const either = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  const one = either?.find(({ type }) => type !== 'null') ?? schema;
  return String(one.format ?? [one.type].flat().find((type) => type !== 'null'));
};

const MONEY = /amount|balance|cents|charged|collected|cost|fee|owed|paid|price/;

/** Why a property that is new would not be spelled as docs/api.md says, or undefined. */
const faultOf = (name: string, kind: string): string | undefined => {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) && name !== '_id') return 'is not in snake case';
  if (kind === 'date-time' && !name.endsWith('_at')) return 'is an instant and does not end in _at';
  if (kind === 'date' && !name.endsWith('_on')) return 'is a day and does not end in _on';
  if (kind === 'number' && MONEY.test(name)) return 'is money and not in integer cents';
  if (kind === 'integer' && MONEY.test(name) && !name.endsWith('_cents')) return 'is money and does not end in _cents';
  return undefined;
};

/** Names from before the rule, which stay as they are. The list may only get shorter. */
const OLD = new Set([
  'accessToken',
  'activeUsers',
  'addressesCreated',
  'amountCents',
  'asOf',
  'balanceCents',
  'boardMembers',
  'byMethod',
  'changeType',
  'chargedCents',
  'clientGroupID',
  'clientID',
  'closingCents',
  'collectedCents',
  'comingCents',
  'confirmedAt',
  'coveredBy',
  'coveredCents',
  'createdAt',
  'creditCents',
  'creditedCents',
  'currentCents',
  'currentPassword',
  'days1To30Cents',
  'days31To60Cents',
  'days61To90Cents',
  'desksOut',
  'digestHour',
  'downloadUrl',
  'dueCents',
  'dueNowCents',
  'endCalendar',
  'expiresAt',
  'feeCents',
  'feesOnly',
  'fileName',
  'fileSize',
  'fileSizeFormatted',
  'fileType',
  'hasMore',
  'hasNextPage',
  'isCurrent',
  'isDraft',
  'isReadBy',
  'lastLogin',
  'lastMutationIDChanges',
  'lastPayment',
  'lastUsedAt',
  'lastYear',
  'mailRequired',
  'maintenanceRequests',
  'needsReactivation',
  'newPassword',
  'nextCents',
  'nextHomes',
  'oldestDueOn',
  'onItsWayCents',
  'onPlan',
  'onlineFeeCents',
  'openCents',
  'openDebits',
  'openingCents',
  'otherDesks',
  'over30Cents',
  'over90Cents',
  'overdueCents',
  'paidCents',
  'pendingInvitations',
  'planName',
  'processorFeeCents',
  'profileID',
  'pullVersion',
  'pushVersion',
  'quietHours',
  'recoveryCodes',
  'recoveryCodesLeft',
  'refundedCents',
  'remainingCents',
  'removedOn',
  'retryAfter',
  'returnedCents',
  's3Key',
  'schemaVersion',
  'superAdmins',
  'totalAddresses',
  'totalCents',
  'totalDocs',
  'totalPages',
  'totalUsers',
  'uploadUrl',
  'usersCreated',
  'usersReactivated',
  'waivedCents',
  'writtenOffCents',
  'at',
  'current_period_end',
  'due',
  'failing_since',
  'last_seen',
  'previous_until',
  'sending_since',
  'sent',
  'time',
  'trial_end',
  'due_date',
  'fees_off_until',
  'on',
  'record_date',
  'send_date',
  'amount',
  'balance',
  'cents',
  'price',
  'as_of',
  'timestamp',
  'from',
  'to',
]);

const faults = (): Map<string, string> => {
  const found = new Map<string, string>();
  for (const [name, schemas] of propertiesOf(readDocument()))
    for (const schema of schemas) {
      const fault = faultOf(name, kindOf(schema));
      if (fault) found.set(name, fault);
    }
  return found;
};

test('[14.8] new fields of the API spell money, instants and days in one way', () => {
  expect([...faults()].filter(([name]) => !OLD.has(name))).toEqual([]);
  expect([...OLD].filter((name) => !faults().has(name))).toEqual([]);
});
