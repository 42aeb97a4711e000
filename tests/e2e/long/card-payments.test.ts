import { beforeAll, expect, test } from 'vitest';
import { appears, pathOf, visit } from '../support/app.ts';
import {
  BEA,
  createBirchwood,
  NELL,
  openInvoice,
  panel,
  payBy,
  SUE,
  setUpPayments,
  titled,
  today,
} from '../support/dues.ts';
import { apiAs } from '../support/server.ts';
import { useSessions } from '../support/sessions.ts';
import { testStack } from '../support/stack.ts';

const { signedIn } = useSessions();

beforeAll(createBirchwood);

/** In `npm test`: "a declined card" of tests/payments/settling.test.ts, "nobody but a resident recipient pays" of
 * tests/payments/payments.test.ts, and tests/e2e/invoices.test.ts. */
test('[INV-17, INV-20, INV-29] a declined card leaves the invoice unpaid, 3-D Secure pays it; the board has no button', async () => {
  await setUpPayments(await signedIn(SUE));
  const title = titled('Gate repair');
  const bea = apiAs(BEA);
  const { body: users } = await bea('GET', '/api/users?limit=100');
  const { _id } = users.docs.find(({ email }: { email: string }) => email === NELL);
  const due = { frequency: 'one_time', recipients: [_id], send_date: today(), amount: 41, reason: 'other' };
  expect((await bea('POST', '/api/dues', { ...due, title, due_date_offset: 7 })).status).toBe(201);

  const nell = await signedIn(NELL);
  await openInvoice(nell, title);
  const path = pathOf(nell);
  await nell.getByRole('button', { name: 'Pay Invoice' }).click();
  await payBy(nell, '4000000000000002');
  await appears(nell.getByText('Your card was declined.'));
  await nell.goto(`${testStack().urls.app}${path}?checkout=canceled`);
  await appears(nell.getByText('nothing was charged'));
  await panel(nell, 'Payment Due').waitFor();
  expect(new URL(nell.url()).search).toBe('');

  const board = await signedIn(BEA);
  await visit(board, path);
  await appears(board.getByText('Only the invoice recipient can make payments.'));
  await appears(board.getByText(NELL));
  expect(await board.getByRole('button', { name: /^Pay/ }).count()).toBe(0);

  await nell.getByRole('button', { name: 'Pay Invoice' }).click();
  await payBy(nell, '4000002760003184');
  await nell.getByRole('button', { name: 'Complete' }).click();
  await panel(nell, 'Payment Completed').waitFor();
  await panel(board, 'Payment Completed').waitFor();
});
