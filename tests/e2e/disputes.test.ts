import { uuidv7 } from 'uuidv7';
import { beforeAll, test } from 'vitest';
import { appears, type Email, heading, vanishes, visit } from './support/app.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs, inDatabase } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn } = useSessions();

const BEA: Email = 'disputes-bea@willowcreek.test';
const REX: Email = 'disputes-rex@willowcreek.test';
const bea = apiAs(BEA);
const TITLE = 'Disputed dues';
let invoice: string;

beforeAll(async () => {
  await createHoa('Disputed Payments HOA', [
    { email: BEA, name: 'Bea Card', role: 'board' },
    { email: REX, name: 'Rex Card', role: 'resident' },
  ]);
  const resident = (await bea('GET', `/api/users?search=${REX}`)).body.docs[0];
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const due = (
    await bea('POST', '/api/dues', {
      title: TITLE,
      amount: 125.5,
      frequency: 'one_time',
      recipients: [resident._id],
      reason: 'dues',
      send_date: day,
      due_date: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
    })
  ).body;
  invoice = await storeDispute(due._id, resident._id, day);
});

/** An invoice whose payment was disputed, as webhooks leave it. */
const storeDispute = (due_id: string, user_id: string, day: string): Promise<string> =>
  inDatabase(async (db) => {
    const { rows } = await db.execute({ sql: 'SELECT hoa_id FROM users WHERE id = ?', args: [user_id] });
    const hoa_id = String(rows[0]?.hoa_id);
    const [id, payment, dispute, now] = [uuidv7(), uuidv7(), uuidv7(), new Date().toISOString()];
    const log = (entity: string, entity_id: string) =>
      ['board', user_id].map((audience) => ({
        sql: 'INSERT INTO sync_log (hoa_id, audience, entity, entity_id) VALUES (?, ?, ?, ?)',
        args: [hoa_id, audience, entity, entity_id],
      }));
    await db.batch(
      [
        {
          sql: `INSERT INTO invoices (id, hoa_id, due_id, recipient_id, period, title, amount_cents, sent, due_date, search_text)
            VALUES (?, ?, ?, ?, ?, ?, 12550, ?, ?, ?)`,
          args: [id, hoa_id, due_id, user_id, day, TITLE, now, day, TITLE.toLowerCase()],
        },
        {
          sql: `INSERT INTO payments (id, hoa_id, invoice_id, user_id, kind, amount_cents, status, method,
              processor_fee_cents, created_at, settled_at) VALUES (?, ?, ?, ?, 'charge', 12550, 'succeeded', 'card', 394, ?, ?)`,
          args: [payment, hoa_id, id, user_id, now, now],
        },
        {
          sql: `INSERT INTO disputes (id, hoa_id, payment_id, invoice_id, user_id, amount_cents, withdrawn_cents, reason,
              status, evidence_due_by, movements, opened_at)
            VALUES (?, ?, ?, ?, ?, 12550, 12550, 'fraudulent', 'needs_response', ?, 1, ?)`,
          args: [dispute, hoa_id, payment, id, user_id, '2040-03-04T12:00:00.000Z', now],
        },
        ...[...log('invoice', id), ...log('payment', payment), ...log('dispute', dispute)],
      ],
      'write',
    );
    return id;
  });

test('[RET-01] [RET-05] the board answers a dispute in time, and the payer sees why the invoice is open', async () => {
  const board = await signedIn(BEA);
  await board.getByRole('link', { name: /^1 payment is disputed/ }).click();
  await heading(board, 'Needs Attention').waitFor();
  await appears(board.getByText(/by Mar 4, 2040/));
  await board.getByRole('link', { name: TITLE }).click();
  await appears(board.getByRole('alert').filter({ hasText: 'This payment is disputed' }));

  const payer = await signedIn(REX);
  await visit(payer, `/invoices/${invoice}`);
  await appears(payer.getByRole('alert').filter({ hasText: 'on hold until they decide' }));
  await vanishes(payer.getByRole('button', { name: 'Pay Invoice' }));
});
