import { expect, test } from 'vitest';
import { appears, expectText, vanishes } from './support/app.ts';
import { TIMEOUT_MS } from './support/browser.ts';
import { BOARD, choose, fill, openDialog, openDocuments, pdf, stored, submit } from './support/documents.ts';
import { useSessions } from './support/sessions.ts';
import { testStack } from './support/stack.ts';

const { signedIn } = useSessions();

test('[DOC-13, DOC-15, DOC-16] the dialog says what is wrong, beside the field, and keeps what was typed', async () => {
  const bea = await signedIn(BOARD);
  await openDocuments(bea);
  const dialog = await openDialog(bea);
  await submit(dialog);
  await expectText(dialog.getByRole('alert')).toBe('Please fill in all required fields');
  for (const text of ['No file selected', 'Enter a title', 'Choose a category']) await appears(dialog.getByText(text));
  await expectText(bea.locator(':focus')).toBe('Choose File');

  const take = async (name: string, buffer: Buffer) =>
    dialog.getByLabel('File').setInputFiles({ name, mimeType: '', buffer });
  await take('tool.exe', Buffer.from('MZ'));
  await appears(dialog.getByText('File type not supported. Please use PDF, DOC, DOCX, JPG, JPEG, PNG, or GIF'));
  await take('big.pdf', Buffer.alloc(10 * 1024 * 1024 + 1));
  await appears(dialog.getByText('File size must be less than 10MB'));

  await fill(bea, dialog, await pdf('Rules.of.the pool.pdf'), 'Other');
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Rules.of.the pool');
  await dialog.getByLabel('Notes').fill('x'.repeat(501));
  await appears(dialog.getByText('501 / 500'));
  await appears(dialog.getByText('Notes cannot exceed 500 characters'));
  await submit(dialog);
  await expect
    .poll(() => bea.locator(':focus').getAttribute('name'))
    .toBe(await dialog.getByLabel('Notes').getAttribute('name'));
  await dialog.getByLabel('Notes').fill('Kept as a draft');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await vanishes(dialog);
  await bea.reload();
  await openDialog(bea);
  expect(await dialog.getByLabel('Notes').inputValue()).toBe('Kept as a draft');
  await dialog.getByRole('button', { name: 'Discard draft' }).click();
  expect(await dialog.getByLabel('Title').inputValue()).toBe('');
});

test('[DOC-12, DOC-29, FILE-13] the bar shows real progress, a running upload can be stopped, and failures keep the form', async () => {
  const bea = await signedIn(BOARD);
  await openDocuments(bea);
  const network = await bea.context().newCDPSession(bea);
  const slow = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  const dialog = await openDialog(bea);
  await fill(bea, dialog, await pdf('Survey.pdf', 4_000_000), 'Other');
  await slow(400_000);
  await submit(dialog);
  const bar = dialog.getByRole('progressbar');
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: TIMEOUT_MS, interval: 20 })
    .toBeGreaterThan(0.05);
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(1);
  await dialog.getByRole('button', { name: 'Cancel Upload' }).click();
  await appears(dialog.getByText('Upload canceled. Nothing was saved.'));
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Survey');
  expect(await stored('Survey')).toBeUndefined();
  await slow(-1);

  const storage = `${testStack().urls.files}/**`;
  await bea.route(storage, (route) => route.abort());
  await submit(dialog);
  await expectText(dialog.getByRole('alert')).toContain('Failed to upload file to S3');
  await bea.unroute(storage);
  await bea.route('**/api/documents', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await submit(dialog);
  await expectText(dialog.getByRole('alert')).toContain('Failed to upload document');
  await bea.unroute('**/api/documents');
  await submit(dialog);
  await appears(dialog.getByText('Document uploaded successfully!'));
  await vanishes(dialog);
  expect(await stored('Survey')).toMatchObject({ file_size: 4_000_000 });

  await openDialog(bea);
  const forged = { name: 'Forged.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<script>alert(1)</script>') };
  await dialog.getByLabel('File').setInputFiles(forged);
  await choose(bea, dialog.getByRole('button', { name: /^Category/ }), 'Other');
  await submit(dialog);
  await expectText(dialog.getByRole('alert')).toContain('File type not supported.');
  expect(await stored('Forged')).toBeUndefined();
});
