import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  appears,
  chooseStatus,
  goOffline,
  navigate,
  openRequest,
  openThread,
  signIn,
  waitForServiceWorker,
  writeMessage,
} from './support/app.ts';
import { slowDevice, useKillableBrowser } from './support/killable-browser.ts';
import { representative } from './support/long.ts';

const killable = useKillableBrowser();

type Way = {
  does(page: Page): Promise<void>;
  /** Runs in the page: whether the screen says that the change is saved. */
  saysDone(): boolean;
  stillThere(page: Page): Promise<void>;
};

type Named = [what: string, way: Way];

const COMPOST = 'Is there a composting bin?';
const MINUTES = 'Minutes of the first meeting';

const WAYS: [Named, ...Named[]] = [
  [
    'a status',
    {
      does: async (page) => {
        await openRequest(page, COMPOST);
        await goOffline(page);
        await chooseStatus(page, 'Resolved');
      },
      saysDone: () => document.body.textContent.includes('Status updated to resolved'),
      stillThere: (page) => appears(page.getByRole('button', { name: 'Status Resolved' })),
    },
  ],
  [
    'a message',
    {
      does: async (page) => {
        await openRequest(page, COMPOST);
        await openThread(page);
        await goOffline(page);
        await writeMessage(page, 'There will be one in spring.');
      },
      saysDone: () =>
        document.querySelector('[role=log]')?.textContent.includes('in spring') === true &&
        !Object.values(localStorage).some((text) => text.includes('in spring')),
      stillThere: (page) => appears(page.getByRole('log').getByText('There will be one in spring.')),
    },
  ],
  [
    'the deletion of a document',
    {
      does: async (page) => {
        await navigate(page, 'Documents');
        await page.getByRole('row', { name: MINUTES }).getByRole('button', { name: 'Actions' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await goOffline(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      },
      saysDone: () => document.body.textContent.includes('Document deleted'),
      stillThere: async (page) => {
        await appears(page.getByRole('button', { name: 'Outbox, 1 change waiting' }));
        expect(await page.getByText(MINUTES).count()).toBe(0);
      },
    },
  ],
];

test.each(representative(WAYS))(
  '[SYNC-06] %s is on the device once the screen says that it is done, though the browser dies that moment',
  async (_, { does, saysDone, stillThere }) => {
    const before = await killable.start();
    await signIn(before, 'board@mapleridge.test');
    await waitForServiceWorker(before);
    await killable.identityWritten();
    await slowDevice(before);
    const killed = await killable.killWhen(before, saysDone);
    // The browser may die during the last step.
    await Promise.allSettled([does(before), killed()]);
    const path = before.url();

    const after = await killable.start();
    await goOffline(after);
    await after.goto(path);
    await stillThere(after);
  },
);
