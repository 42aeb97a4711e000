/** `npm run screenshots`: pictures of the main screens for docs/screenshots, in light, in dark and on a phone. They show
 * the demo data of the stack at PORT where one runs there, or of one that is started for them. */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from './chromium.ts';
import { ROOT } from './paths.ts';
import { freePorts, portFrom } from './ports.ts';
import { DEMO_PASSWORD } from './seed/password.ts';
import { startStack } from './stack.ts';
import { stopSignal } from './stop-signal.ts';
import { fail } from './user-error.ts';

const FOLDER = join(ROOT, 'docs', 'screenshots');
const ARGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const QUALITY = 75;
const SCALE = 2;

const DESK = { width: 1280, height: 800 };
const LOOKS = {
  light: { colorScheme: 'light', viewport: DESK },
  dark: { colorScheme: 'dark', viewport: DESK },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const;

type Screen = {
  name: string;
  path: string;
  /** A link on it that is followed. */
  link?: string;
  /** Typed into the search over everything. */
  search?: string;
};
const SCREENS: Record<'board' | 'resident', readonly Screen[]> = {
  board: [
    { name: 'board-home', path: '/' },
    { name: 'requests', path: '/requests' },
    { name: 'request', path: '/requests', link: 'Pool gate no longer latches' },
    { name: 'announcements', path: '/announcements' },
    { name: 'search', path: '/requests', search: 'gate' },
  ],
  resident: [
    { name: 'resident-home', path: '/' },
    { name: 'dues', path: '/dues' },
  ],
};

const signal = stopSignal();
try {
  const running = `http://localhost:${portFrom(process.env.PORT)}`;
  if (await answers(running)) await takeAll(running);
  else await withStack(takeAll);
  process.exit(0);
} catch (error) {
  if (signal.aborted) process.exit(0);
  fail(error);
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function withStack(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'porchlight-screenshots-'));
  const secretsFile = join(dataDir, '.dev.vars');
  console.log('Starting a stack with the demo data...');
  const stack = await startStack({ port: await freePorts(5), dataDir, secretsFile, durability: 'off', signal });
  await work(stack.urls.app).finally(stack.stop);
  await rm(dataDir, { recursive: true, force: true });
}

async function takeAll(url: string): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ARGS });
  try {
    for (const role of ['board', 'resident'] as const) await takeAs(role, browser, url);
  } finally {
    await browser.close();
  }
  const files = readdirSync(FOLDER);
  const bytes = files.reduce((sum, file) => sum + statSync(join(FOLDER, file)).size, 0);
  console.log(`${files.length} pictures, ${Math.round(bytes / 1000)} kB, in ${FOLDER}`);
}

async function takeAs(role: keyof typeof SCREENS, browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    deviceScaleFactor: SCALE,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto('/login');
  if (role === 'board') await takeInAllLooks(page, { name: 'sign-in', path: '/login' });
  await page.getByLabel('Email').fill(`${role}@willowcreek.test`);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Profile menu' }).waitFor();
  for (const screen of SCREENS[role]) await takeInAllLooks(page, screen);
  await context.close();
}

async function takeInAllLooks(page: Page, screen: Screen): Promise<void> {
  for (const [look, { viewport, colorScheme }] of Object.entries(LOOKS)) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(page, screen);
    await settle(page);
    await save(page, `${screen.name}-${look}.webp`);
  }
}

async function open(page: Page, { path, link, search }: Screen): Promise<void> {
  await page.goto(path);
  await settle(page);
  if (link) {
    await page.getByRole('link', { name: link }).first().click();
    await page.getByRole('heading', { level: 1, name: link }).waitFor();
  }
  if (search) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(search);
    await page.getByRole('option').first().waitFor();
  }
}

/** Everything has come, and nothing moves. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('main h1') &&
      !document.querySelector('[aria-busy="true"], [role=progressbar]') &&
      [...document.images].every(({ complete }) => complete) &&
      document.getAnimations().length === 0,
  );
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
}

/** Playwright itself makes no WebP. */
async function save(page: Page, file: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await devtools.detach();
  writeFileSync(join(FOLDER, file), Buffer.from(data, 'base64'));
}
