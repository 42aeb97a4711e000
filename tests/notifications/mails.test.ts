import { describe, expect, test } from 'vitest';
import { signAccess } from '../../worker/auth/access.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { unsubscribing } from '../../worker/notifications/unsubscribe.ts';
import { call, createContext, type Person, type TestContext, withClock } from '../support/fixtures.ts';
import { afterBurst, choose, drainAt, event, mailsForAll, settle } from '../support/notifications.ts';
import * as requests from '../support/requests.ts';
import { nth } from '../support/required.ts';

const { resend, config, mailsTo, subjectsTo } = mailsForAll();

describe('when it is mailed', () => {
  /** An instant at which it is `hour` in the HOA (America/Chicago, six hours behind UTC in January); 32 is the next day's
   * eighth. */
  const chicago = (hour: number, minute = 0) => new Date(Date.UTC(2098, 0, 10, hour + 6, minute));
  const contextAt = async (start: Date) => {
    let now = start;
    const ctx = await createContext({ ...config(), now: () => now });
    /** Lets it become that late, and what is due by then be done. */
    const until = async (time: Date) => {
      await settle(ctx);
      now = time;
      await drainAt(ctx, time);
      await Promise.all([ctx.bea, ctx.rex].map(signInAgain));
    };
    /** An access token lasts for minutes. */
    const signInAgain = async (person: Person) => {
      const token = await signAccess(ctx.deps, person, await openFamily(ctx.deps, person));
      person.call = (method, path, body) => call(ctx.app, method, path, body, token);
    };
    return { ...ctx, until };
  };
  const replied = async ({ bea, rex }: TestContext, ...texts: string[]) => {
    const { _id: id } = await requests.create(rex, { title: 'Gate' });
    for (const text of texts) await requests.comment(bea, id, `<p>${text}</p>`);
    return id;
  };

  test('[14.6] a burst is one mail, three minutes after its first message, and what comes later is another', async () => {
    const { until, ...ctx } = await contextAt(chicago(12));
    const id = await replied(ctx, 'One');
    await until(chicago(12, 1));
    await requests.comment(ctx.bea, id, '<p>Two</p>');
    await requests.update(ctx.bea, id, { status: 'awaiting_info' });
    await until(chicago(12, 2));
    expect(subjectsTo(ctx.rex)).toEqual([]);
    await until(chicago(12, 3));
    expect(subjectsTo(ctx.rex)).toEqual(['3 updates: Gate']);
    const { text } = nth(mailsTo(ctx.rex), 0);
    for (const part of ['One', 'Two', 'awaiting info']) expect(text).toContain(part);
    await requests.comment(ctx.bea, id, '<p>Three</p>');
    await until(chicago(12, 7));
    expect(subjectsTo(ctx.rex)).toEqual(['3 updates: Gate', 'New reply: Gate']);
    expect(mailsTo(ctx.rex)[1]?.text).not.toContain('One');
  });

  test('[14.6] quiet hours are those of the HOA: a mail waits for their end', async () => {
    const { until, ...ctx } = await contextAt(chicago(12));
    await choose(ctx.rex, { quiet_hours: { from: 21, to: 7 } });
    await until(chicago(20, 58));
    await replied(ctx, 'Good night');
    for (const time of [chicago(21, 2), chicago(30, 50)]) await until(time);
    expect(subjectsTo(ctx.rex)).toEqual([]);
    await until(chicago(31));
    expect(subjectsTo(ctx.rex)).toEqual(['New reply: Gate']);
  });

  test('[14.6] a digest is one mail a day, at its hour', async () => {
    const { until, ...ctx } = await contextAt(chicago(12));
    await choose(ctx.rex, { digest_hour: 8 });
    await replied(ctx, 'One');
    await until(chicago(20));
    await replied(ctx, 'Two');
    await until(chicago(31, 50));
    expect(subjectsTo(ctx.rex)).toEqual([]);
    await until(chicago(32, 20));
    expect(subjectsTo(ctx.rex)).toEqual([expect.stringMatching(/^2 updates from Willow/)]);
    await replied(ctx, 'Three');
    await until(chicago(55));
    expect(mailsTo(ctx.rex)).toHaveLength(1);
    await until(chicago(56));
    expect(mailsTo(ctx.rex)).toHaveLength(2);
  });

  test('[14.6] whoever turns the digest off gets what waits, and who turns it on gets it by the digest', async () => {
    const { until, ...ctx } = await contextAt(chicago(12));
    await choose(ctx.rex, { digest_hour: 8 });
    await replied(ctx, 'One');
    await until(chicago(12, 30));
    await choose(ctx.rex, { digest_hour: null });
    await until(chicago(12, 31));
    expect(mailsTo(ctx.rex)).toHaveLength(1);
    await replied(ctx, 'Two');
    await until(chicago(12, 32));
    await choose(ctx.rex, { digest_hour: 8 });
    await until(chicago(20));
    expect(mailsTo(ctx.rex)).toHaveLength(1);
    await until(chicago(32));
    expect(mailsTo(ctx.rex)).toHaveLength(2);
  });

  test('[14.6] what has been turned off or taken back meanwhile is not mailed', async () => {
    const { until, ...ctx } = await contextAt(chicago(12));
    const id = await replied(ctx);
    await until(chicago(12, 5));
    await requests.update(ctx.bea, id, { assigned_to: ctx.sue.id });
    await requests.comment(ctx.bea, id, '<p>Too late</p>');
    await until(chicago(12, 6));
    await requests.update(ctx.bea, id, { assigned_to: null });
    await choose(ctx.rex, { choices: { reply: { mail: false } } });
    await until(chicago(13));
    expect([subjectsTo(ctx.sue), subjectsTo(ctx.rex)]).toEqual([['New request: Gate'], []]);
  });
});

describe('a worker that is killed', () => {
  test('[14.6] sends no mail twice, and none never', async () => {
    const ctx = await createContext(config());
    const id = (await requests.create(ctx.rex, { title: 'Gate' }))._id;
    await requests.comment(ctx.bea, id, '<p>Hello</p>');
    await settle(ctx);
    resend.behave = (mail) => (mail.to[0] === ctx.rex.email ? 'lose' : 'accept');
    const due = Date.now() + 4 * 60_000;
    await drainOutbox(
      withClock(ctx.deps, () => new Date(due)),
      { hoa_id: ctx.hoa_id, maxWaitMs: 0 },
    );
    // What comes before the second try is not of the mail that was taken.
    await requests.comment(ctx.bea, id, '<p>Again</p>');
    await settle(ctx);
    resend.behave = () => 'accept';
    await drainAt(ctx, new Date(due + 10 * 60_000));
    const texts = mailsTo(ctx.rex).map(({ text }) => text);
    expect([texts.length, texts[0]?.includes('Hello'), texts[1]?.includes('Again')]).toEqual([2, true, true]);
    expect(texts[1]).not.toContain('Hello');
    const keys = resend.calls.filter(({ to }) => to[0] === ctx.rex.email).map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([3, 2]);
  });

  test('[14.6] many drains at once tell everybody once', async () => {
    const ctx = await createContext(config());
    const id = (await requests.create(ctx.rex, { title: 'Gate' }))._id;
    await Promise.all(['One', 'Two', 'Three'].map((text) => requests.comment(ctx.bea, id, text)));
    await settle(ctx);
    const at = new Date(Date.now() + 4 * 60_000);
    await Promise.all(Array.from({ length: 6 }, () => drainAt(ctx, at)));
    expect([subjectsTo(ctx.rex), subjectsTo(ctx.bea), subjectsTo(ctx.sue)]).toEqual([
      ['3 updates: Gate'],
      ['New request: Gate'],
      ['New request: Gate'],
    ]);
  });
});

describe('unsubscribing', () => {
  /** The address in the mail's header, which a mail program posts to. */
  const addressIn = ({ headers }: { headers: Record<string, string> }) =>
    new URL(/<(.*)>/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '');
  const post = async ({ app }: TestContext, { pathname, search }: URL, body: string, type: string) => {
    const answer = await app.request(pathname + search, { method: 'POST', body, headers: { 'Content-Type': type } });
    return { status: answer.status, body: await answer.json() };
  };

  test('[14.6] one click, signed out, turns off what the mail was about, and it can be turned on again', async () => {
    const ctx = await createContext(config());
    const id = (await requests.create(ctx.rex, { title: 'Gate' }))._id;
    await requests.comment(ctx.bea, id, '<p>One</p>');
    await afterBurst(ctx);
    const mail = nth(mailsTo(ctx.rex), 0);
    expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const url = addressIn(mail);
    expect(mail.html).toContain(`/unsubscribe${url.search}`.replaceAll('&', '&amp;'));
    const opened = await ctx.app.request(url.pathname + url.search);
    expect([opened.status, opened.headers.get('location')]).toEqual([
      302,
      `${ctx.deps.config.publicUrl}/unsubscribe${url.search}`,
    ]);
    expect(await event(ctx.rex, 'reply')).toMatchObject({ mail: true });
    const form = 'application/x-www-form-urlencoded';
    const off = await post(ctx, url, 'List-Unsubscribe=One-Click', form);
    expect([off.status, off.body]).toEqual([
      200,
      { mail: false, hoa: expect.stringContaining('Willow'), labels: ['Replies'] },
    ]);
    expect(await event(ctx.rex, 'reply')).toMatchObject({ mail: false, push: true });
    expect(await event(ctx.rex, 'status')).toMatchObject({ mail: true });
    expect((await post(ctx, url, '{"mail":true}', 'application/json')).body).toMatchObject({ mail: true });
    expect(await event(ctx.rex, 'reply')).toMatchObject({ mail: true });
  });

  test('[14.6] a link that nobody signed, or of somebody who has left, changes nothing', async () => {
    const ctx = await createContext(config());
    const tokenFor = async (person: Person, name: string) =>
      new URL((await unsubscribing(ctx.deps.config, person, [name])).href).searchParams.get('token') ?? '';
    const token = await tokenFor(ctx.rex, 'reply');
    const [text = '', signature = ''] = token.split('.');
    const forged = Buffer.from(JSON.stringify([ctx.hoa_id, ctx.rita.id, 'reply'])).toString('base64url');
    const post = (used: string) => call(ctx.app, 'POST', `/api/unsubscribe?token=${encodeURIComponent(used)}`, '{}');
    for (const wrong of ['', 'x', `${text}.`, `${forged}.${signature}`, `${text}.${signature}x`])
      expect([wrong, (await post(wrong)).status]).toEqual([wrong, 404]);
    await ctx.db.execute({ sql: "UPDATE users SET status = 'inactive' WHERE id = ?", args: [ctx.rex.id] });
    expect((await post(token)).status).toBe(404);
    expect((await post(await tokenFor(ctx.rita, 'newViolation'))).body.labels).toEqual([]);
    expect(await event(ctx.rita, 'reply')).toMatchObject({ mail: true });
  });
});
