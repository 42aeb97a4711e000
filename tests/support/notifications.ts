import { afterAll, beforeAll, expect } from 'vitest';
import type { Deps } from '../../worker/deps.ts';
import { drainOutbox, LEASE_MS } from '../../worker/jobs/outbox.ts';
import { type Person, type TestContext, testConfig, withClock } from './fixtures.ts';
import { ResendEmulator } from './resend-emulator.ts';

const MINUTE = 60_000;
const PATIENCE = { timeout: 20_000 };

/** A mail service of the file's own, and what it has sent. */
export const mailsForAll = () => {
  const resend = new ResendEmulator();
  beforeAll(async () => void (await resend.open()));
  afterAll(() => resend.close());
  const mailsTo = ({ email }: Pick<Person, 'email'>) => resend.sent.filter(({ to }) => to[0] === email);
  return {
    resend,
    config: () => ({ config: { ...testConfig(), resendUrl: resend.url } }),
    mailsTo,
    subjectsTo: (person: Pick<Person, 'email'>) => mailsTo(person).map(({ subject }) => subject),
  };
};

/** Runs the jobs of the HOA that are due at `at`, and those they queue; waits for what another drain holds. */
export const drainAt = async ({ deps, db, hoa_id }: TestContext, at: Date): Promise<void> => {
  const sql = "SELECT count(*) AS count FROM outbox WHERE hoa_id = ? AND status = 'pending' AND next_at <= ?";
  const held = new Date(at.getTime() + LEASE_MS + MINUTE / 4).toISOString();
  const moved: Deps = withClock(deps, () => at);
  await expect
    .poll(async () => {
      await drainOutbox(moved, { hoa_id, maxWaitMs: 0 });
      return Number((await db.execute({ sql, args: [hoa_id, held] })).rows[0]?.count);
    }, PATIENCE)
    .toBe(0);
};

/** Waits until what has happened is noted for each person. */
export const settle = async ({ deps, db, hoa_id }: TestContext, now = deps.now()): Promise<void> => {
  const sql = "SELECT count(*) AS count FROM outbox WHERE hoa_id = ? AND kind = 'notify' AND status = 'pending'";
  await expect
    .poll(async () => {
      await drainOutbox(
        withClock(deps, () => now),
        { hoa_id, maxWaitMs: 0 },
      );
      return Number((await db.execute({ sql, args: [hoa_id] })).rows[0]?.count);
    }, PATIENCE)
    .toBe(0);
};

/** Lets the minutes of a burst pass. */
export const afterBurst = async (ctx: TestContext, minutes = 4): Promise<void> => {
  await settle(ctx);
  await drainAt(ctx, new Date(ctx.deps.now().getTime() + minutes * MINUTE));
};

export const choose = async (person: Person, choices: object) =>
  expect((await person.call('PUT', '/api/notifications/preferences', choices)).status).toBe(200);

export const preferences = async (person: Person) => (await person.call('GET', '/api/notifications/preferences')).body;

/** The part of their preferences about one event. */
export const event = async (person: Person, name: string) =>
  (await preferences(person)).events.find((one: { event: string }) => one.event === name);
