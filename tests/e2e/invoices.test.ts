import { expect, test } from 'vitest';
import { appears, goOffline } from './support/app.ts';
import { PHONE } from './support/browser.ts';
import { openInvoice, panel } from './support/dues.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

test('[INV-02, INV-14, INV-15] what is overdue asks for payment, what is canceled for none, and a recipient of the board has no button; an incomplete account goes on where it was', async () => {
  const rita = await signedIn('resident@willowcreek.test', { viewport: PHONE, hasTouch: true });
  await openInvoice(rita, 'Parking lot resurfacing, first half');
  await panel(rita, 'Payment Overdue').waitFor();
  await appears(rita.getByText(/\d days overdue/));
  await appears(rita.getByRole('button', { name: 'Pay Now' }));
  await openInvoice(rita, 'Clubhouse cleaning after events');
  await panel(rita, 'Payment Canceled').waitFor();
  await appears(rita.getByText('No payment is required.'));
  expect(await rita.getByRole('button', { name: /^Pay/ }).count()).toBe(0);

  const sue = await signedIn('superadmin@willowcreek.test');
  await openInvoice(sue, 'Monthly dues');
  await panel(sue, 'Payment Overdue').waitFor();
  expect(await sue.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
  expect(await sue.getByText('Only the invoice recipient can make payments.').count()).toBe(0);

  const maple = await signedInForOffline('superadmin@mapleridge.test', 'Elevator at 12 Birch Loop');
  await maple.goto('/stripe-setup');
  await appears(maple.getByText('Bank account for payouts'));
  await goOffline(maple);
  await maple.getByRole('button', { name: 'Continue Setup' }).click();
  await appears(maple.getByRole('alert').filter({ hasText: 'Failed to create onboarding link' }));
  await maple.context().setOffline(false);
  await maple.getByRole('button', { name: 'Continue Setup' }).click();
  await maple.getByRole('button', { name: 'Save for later' }).click();
  await appears(maple.getByText('Some details are still missing.'));
});
