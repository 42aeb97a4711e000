import type { InStatement } from '@libsql/client';
import type { NotedEvent, WebhookEvent } from '../../schema/webhooks.ts';
import { SYSTEM } from '../../sync/server/tx.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { readAnnouncementsNamed } from '../queries/announcements.ts';
import { readDocumentsNamed } from '../queries/documents.ts';
import { readDuesNamed } from '../queries/dues.ts';
import { readHoa } from '../queries/hoas.ts';
import { readInvoicesNamed } from '../queries/invoices.ts';
import { readEntriesNamed } from '../queries/ledger.ts';
import { readMeetingsNamed } from '../queries/meetings.ts';
import { queryBatch } from '../queries/query.ts';
import { readRequestsNamed } from '../queries/requests.ts';
import { readUsersNamed } from '../queries/users.ts';
import { readViolationsNamed } from '../queries/violations.ts';
import type { PaymentBody } from '../shapes/money.ts';

type Body = { _id: string };
type Kind =
  | 'request'
  | 'violation'
  | 'announcement'
  | 'invoice'
  | 'payment'
  | 'person'
  | 'document'
  | 'due'
  | 'entry'
  | 'meeting'
  | 'association';
type Reader = (deps: Deps, viewer: Actor, ids: readonly string[]) => Promise<readonly Body[]>;

const READERS: Record<Kind, Reader> = {
  request: readRequestsNamed,
  violation: readViolationsNamed,
  announcement: readAnnouncementsNamed,
  invoice: readInvoicesNamed,
  person: readUsersNamed,
  document: readDocumentsNamed,
  association: async (deps, viewer) => [await readHoa(deps, viewer)],
  due: readDuesNamed,
  entry: readEntriesNamed,
  meeting: readMeetingsNamed,
  payment: ({ db }, { hoa_id }, ids) => readPayments(db, hoa_id, ids),
};

const kindOf = (type: WebhookEvent) => type.split('.')[0] as Kind;
const isDeletion = ({ type }: NotedEvent) => type.endsWith('.deleted');

/** The records of the events as REST shows them to a superadmin, in the order of the events; without those that are gone.
 * Of one whose event is its deletion there is the id. */
export const payloadsOf = async (
  deps: Deps,
  hoa_id: string,
  events: readonly NotedEvent[],
): Promise<{ event_id: string; type: WebhookEvent; data: Body }[]> => {
  const viewer: Actor = { id: SYSTEM, hoa_id, role: 'superadmin', name: '', email: '', address_id: null };
  const kinds = Map.groupBy(
    events.filter((event) => !isDeletion(event)),
    ({ type }) => kindOf(type),
  );
  const bodies = new Map<string, Body>();
  for (const [kind, ofKind] of kinds) {
    const ids = [...new Set(ofKind.map(({ id }) => id))];
    for (const body of await READERS[kind](deps, viewer, ids)) bodies.set(`${kind}/${body._id}`, body);
  }
  return events.flatMap((event) => {
    const { event_id, type, id } = event;
    const data = isDeletion(event) ? { _id: id } : bodies.get(`${kindOf(type)}/${id}`);
    return data ? [{ event_id, type, data }] : [];
  });
};

const readPayments = async (db: Deps['db'], hoa_id: string, ids: readonly string[]): Promise<PaymentBody[]> => {
  const statement: InStatement = {
    sql: `SELECT p.id, p.invoice_id, p.kind, p.amount_cents, p.online_fee_cents, p.processor_fee_cents, p.status, p.method, p.created_at, p.settled_at,
        u.id AS user_id, u.name, u.email
      FROM json_each(?) j CROSS JOIN payments p ON p.id = j.value JOIN users u ON u.id = p.user_id WHERE p.hoa_id = ?`,
    args: [JSON.stringify(ids), hoa_id],
  };
  const [rows] = await queryBatch<[PaymentRow[]]>(db, [statement]);
  return rows.map(({ id, user_id, name, email, amount_cents, created_at, ...payment }) => ({
    _id: id,
    invoice_id: payment.invoice_id,
    user_id: { _id: user_id, name, email },
    kind: payment.kind,
    amountCents: amount_cents,
    onlineFeeCents: payment.online_fee_cents,
    processorFeeCents: payment.processor_fee_cents,
    status: payment.status,
    method: payment.method,
    settled_at: payment.settled_at,
    createdAt: created_at,
  }));
};
type PaymentRow = Pick<PaymentBody, 'invoice_id' | 'kind' | 'status' | 'method' | 'settled_at'> & {
  id: string;
  user_id: string;
  name: string;
  email: string;
  amount_cents: number;
  online_fee_cents: number;
  processor_fee_cents: number | null;
  created_at: string;
};
