import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { type Email, heading, signIn, visit, waitUntilStored } from './app.ts';
import { DESKTOP, openInstalledPage, openPage, pageErrors } from './browser.ts';
import { saveScreens } from './saved-screens.ts';
import { testStack } from './stack.ts';

type Session = {
  email: Email;
  options: BrowserContextOptions;
  installed: boolean;
  app: string;
  page: Page;
  close(): Promise<void>;
  inUse: boolean;
};

/** The one used last stands last. All test files of a worker share them. */
const sessions: Session[] = [];
/** Each open page follows what the others change. */
const MOST_KEPT = 5;

/**
 * Pages that stay signed in from test to test, each given at the user's first screen: for what needs no fresh device. Filters and
 * preferences stay on it; drafts go, network, routes, media and size are put back. After a failed test all of them are new.
 */
export const useSessions = () => {
  afterEach(async ({ task }) => {
    const failed = task.result?.state === 'fail' || pageErrors().length > 0;
    if (failed) await saveScreens(contexts(), `session of ${task.name}`);
    await Promise.all(failed ? [...sessions].map(close) : sessions.filter(({ inUse }) => inUse).map(release));
  });
  return { signedIn, signedInForOffline };
};

const signedIn = (email: Email, options: BrowserContextOptions = {}): Promise<Page> => take(email, options, false);

/** On a device that has the app installed and `text`, which a row contains, stored. */
const signedInForOffline = async (email: Email, text: string, options: BrowserContextOptions = {}): Promise<Page> => {
  const page = await take(email, options, true);
  await waitUntilStored(page, text);
  return page;
};

const take = async (email: Email, options: BrowserContextOptions, installed: boolean): Promise<Page> => {
  const app = testStack().urls.app;
  const wanted = JSON.stringify([email, options, installed, app]);
  const known = sessions.find(
    (session) => !session.inUse && JSON.stringify([session.email, session.options, session.installed, app]) === wanted,
  );
  if (known && (await isReady(known))) return known.page;
  if (known) await close(known);
  await Promise.all(surplus().map(close));
  const { page, close: end } = await (installed ? openInstalledPage : openPage)(options);
  sessions.push({ email, options, installed, app, page, close: end, inUse: true });
  await signIn(page, email);
  return page;
};

const contexts = () => sessions.map(({ page }) => page.context());
const surplus = () => sessions.filter(({ inUse }) => !inUse).slice(0, Math.max(0, sessions.length - MOST_KEPT + 1));

/** Leads to the first screen, unless the session has ended. */
const isReady = async (session: Session): Promise<boolean> => {
  sessions.splice(sessions.indexOf(session), 1);
  sessions.push(session);
  session.inUse = true;
  const { page, email, options } = session;
  await page.setViewportSize(options.viewport ?? DESKTOP);
  // The search stays open from screen to screen.
  await page.keyboard.press('Escape');
  await visit(page, '/dashboard');
  const first = heading(page, 'Dashboard').or(heading(page, 'Announcements'));
  await first.or(heading(page, 'Sign in')).first().waitFor();
  const user = await page.evaluate(() => localStorage.getItem('porchlight.user'));
  await page.evaluate(forgetDrafts);
  return (await first.isVisible()) && user?.includes(`"${email}"`) === true;
};

/** Runs in the page. */
const forgetDrafts = (): void => {
  for (const key of Object.keys(localStorage)) if (key.startsWith('draft/')) localStorage.removeItem(key);
};

const release = async (session: Session): Promise<void> => {
  session.inUse = false;
  const { page } = session;
  if (page.isClosed()) return close(session);
  const context = page.context();
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce', media: null });
  if (!page.url().startsWith(session.app)) await page.goto('/dashboard');
};

const close = async (session: Session): Promise<void> => {
  sessions.splice(sessions.indexOf(session), 1);
  await session.close();
};
