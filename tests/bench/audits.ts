import lighthouse, { desktopConfig } from 'lighthouse';
import { freePort } from '../../local/ports.ts';
import { DEMO_PASSWORD } from '../../local/seed/password.ts';
import { openProfile, type Profile } from './chromium.ts';
import type { FigureName } from './figures.ts';
import { startHttps } from './https.ts';
import { note, say, step } from './report.ts';
import { openStack } from './stacks.ts';

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

const RUNS = 3;
/** After this time a signed-in profile has the app and the rows on its disk. */
const SETTLING_MS = 8000;
const PAGE_MS = 400_000;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const FLAGS = ['--ignore-certificate-errors'];
const PRESETS = { desk: desktopConfig, phone: undefined } as const;
type Preset = keyof typeof PRESETS;

type Audited = {
  name: string;
  path: string;
  /** Signs in first. Otherwise the browser has never been here. */
  email?: string;
  figures: Record<Preset | 'accessibility' | 'bestPractices', FigureName>;
};
const PAGES: readonly Audited[] = [
  {
    name: 'sign-in',
    path: '/login',
    figures: {
      desk: 'auditLogin',
      phone: 'auditLoginPhone',
      accessibility: 'auditLoginAccess',
      bestPractices: 'auditLoginPractices',
    },
  },
  {
    name: 'list',
    path: '/requests',
    email: 'board@willowcreek.test',
    figures: {
      desk: 'auditList',
      phone: 'auditListPhone',
      accessibility: 'auditListAccess',
      bestPractices: 'auditListPractices',
    },
  },
  {
    name: "resident's first screen",
    path: '/',
    email: 'resident@willowcreek.test',
    figures: {
      desk: 'auditHome',
      phone: 'auditHomePhone',
      accessibility: 'auditHomeAccess',
      bestPractices: 'auditHomePractices',
    },
  },
];

/** Lighthouse over the built app with the demo data, with its presets for a desk and for a phone. */
export const auditsPart = async (signal: AbortSignal): Promise<void> => {
  const stack = await openStack(signal, { withClient: true });
  const https = await startHttps(stack.urls.app);
  try {
    for (const page of PAGES)
      if (!signal.aborted) await step(`audits of the ${page.name}`, () => audit(page, https.url), PAGE_MS);
  } finally {
    https.close();
    await stack.stop();
  }
};

const audit = async ({ name, path, email, figures }: Audited, url: string): Promise<void> => {
  const port = await freePort();
  const profile = await openProfile([...FLAGS, `--remote-debugging-port=${port}`]);
  try {
    if (email) await signIn(profile, url, email);
    const all: Result[] = [];
    for (const preset of ['desk', 'phone'] as const) {
      const results: Result[] = [];
      for (let run = 0; run < RUNS; run += 1)
        results.push(await lighthouseOn(`${url}${path}`, port, preset, Boolean(email)));
      note('audits', 'porchlight', figures[preset], scores(results, 'performance'));
      all.push(...results);
    }
    note('audits', 'porchlight', figures.accessibility, Math.min(...scores(all, 'accessibility')));
    note('audits', 'porchlight', figures.bestPractices, Math.min(...scores(all, 'best-practices')));
    for (const failing of new Set(all.flatMap(failingAudits))) say(`  ${name}: ${failing}`);
  } finally {
    await profile.close();
  }
};

const signIn = async ({ context }: Profile, url: string, email: string): Promise<void> => {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Profile menu' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForTimeout(SETTLING_MS);
  await page.close();
};

const lighthouseOn = async (url: string, port: number, preset: Preset, keepsStorage: boolean): Promise<Result> => {
  const flags = { port, logLevel: 'error', disableStorageReset: keepsStorage, onlyCategories: CATEGORIES } as const;
  const answer = await lighthouse(url, flags, PRESETS[preset]);
  const failure = answer?.lhr.runtimeError;
  if (!answer || failure) throw new Error(failure?.message ?? 'Lighthouse gave no result');
  return answer.lhr;
};

const scores = (results: readonly Result[], category: string): number[] =>
  results.map(({ categories }) => (categories[category]?.score ?? 0) * 100);

/** The audits that cost points, with the figure where there is one. */
const failingAudits = ({ categories, audits, configSettings }: Result): string[] =>
  Object.values(categories).flatMap(({ id: category, auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const { score = null, title = id, displayValue = '' } = audits[id] ?? {};
      const isFailing = weight > 0 && score !== null && score < 0.9;
      return isFailing ? `${category} on a ${configSettings.formFactor}: ${title} ${displayValue}`.trimEnd() : [];
    }),
  );
