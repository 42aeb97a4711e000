import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { createContext, type TestContext } from './fixtures.ts';
import { ago, check, fine, openAccount } from './ledger.ts';

/** Rex owes old dues and a fine, of which part is paid; Rita has paid ahead. */
export const books = async () => {
  const ctx = await createContext();
  const [rex, rita] = [await openAccount(ctx, ctx.rex), await openAccount(ctx, ctx.rita)];
  const opening = { line: 2, account_id: rex, balance: 460, as_of: ago(130), due_on: ago(120) };
  const later = { line: 3, account_id: rex, balance: 35, as_of: ago(40), due_on: ago(40), category: 'late_fee' };
  await done(ctx, '/api/opening-balances', { import_id: uuidv7(), lines: [opening, later] });
  await done(ctx, `/api/accounts/${rex}/entries`, { ...fine(rex), kind: 'charge' });
  await done(ctx, `/api/accounts/${rex}/payments`, check(rex, { amount: 100, received_on: ago(20) }));
  await done(ctx, `/api/accounts/${rita}/payments`, check(rita, { amount: 25, reference: '77' }));
  return { ctx, rex, rita };
};

export const done = async ({ bea }: TestContext, path: string, body: object) => {
  const { status } = await bea.call('POST', path, body);
  expect([path, status < 300]).toEqual([path, true]);
};

export const report = async ({ bea }: TestContext, path: string) =>
  (await bea.call('GET', `/api/reports/${path}`)).body;
