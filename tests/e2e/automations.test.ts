import { expect, test } from 'vitest';
import { appears, unfold, visit } from './support/app.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn } = useSessions();
const BEA = 'automations-bea@willowcreek.test';
const REX = 'automations-rex@willowcreek.test';

test('[BILLING-07] a board member assigns a category and turns reminders on; a resident’s request comes assigned, and only the board sees why', async () => {
  await createHoa('Automations HOA', [
    { email: BEA, name: 'Bea Assigned', role: 'board' },
    { email: REX, name: 'Rex Filing', role: 'resident' },
  ]);
  const page = await signedIn(BEA);
  await visit(page, '/settings?edit=automations');
  await page.getByRole('button', { name: /^Maintenance/ }).click();
  await page.getByRole('option', { name: 'Bea Assigned' }).click();
  await page.getByLabel('Days without an answer').fill('61');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await appears(page.getByText('Enter a whole number of days from 1 to 60'));
  await page.getByLabel('Days without an answer').fill('3');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await appears(page.getByText('After 3 days, to the assignee or the board'));
  const filed = await apiAs(REX)('POST', '/api/requests', {
    title: 'Gate is stuck',
    description: '<p>It is stuck.</p>',
    category: 'Maintenance',
  });
  expect(filed.status).toBe(201);
  await visit(page, `/requests/${filed.body._id}`);
  await appears(page.getByRole('button', { name: /^Assigned To.*Bea Assigned/ }));
  await unfold(page, 'Activity History');
  await appears(page.getByText('Porchlight assigned the request by the rule for Maintenance'));
  const own = (await apiAs(REX)('GET', `/api/requests/${filed.body._id}`)).body;
  expect(JSON.stringify(own)).not.toMatch(/Bea Assigned|by the rule/);
});
