import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cron } from 'croner';
import { ROOT } from './paths.ts';

/** Fires the cron triggers of wrangler.toml, which wrangler dev leaves to whoever calls. Returns what ends them. */
export const startCrons = (port: number): (() => void) => {
  const jobs = crons().map((cron) => new Cron(cron, { timezone: 'UTC', unref: true }, () => fire(port, cron)));
  return () => {
    for (const job of jobs) job.stop();
  };
};

/** A worker that is away hears of it the next time: scheduled work may come late. */
const fire = async (port: number, cron: string): Promise<void> => {
  await fetch(`http://127.0.0.1:${port}/cdn-cgi/local/scheduled?${new URLSearchParams({ cron })}`).catch(
    () => undefined,
  );
};

const crons = (): string[] => {
  const [, list = ''] = /^crons\s*=\s*\[(.*?)\]/ms.exec(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')) ?? [];
  return [...list.matchAll(/"([^"]+)"/g)].map((match) => String(match[1]));
};
