import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import { newId } from './ids.ts';
import type { Delivery } from './state.ts';
import type { Store } from './store.ts';

type Mode = { mode: 'normal' | 'hold' | 'double' | 'reverse' | 'drop'; delay_ms: number };
type Order = 'given' | 'reverse' | 'shuffle';
type Endpoint = { url?: string; secret: string };

/** Waits after each failed attempt, in milliseconds; the last is repeated. Stripe's own take three days in all. */
const BACK_OFF = [1000, 3000, 10_000, 30_000, 60_000, 300_000];
const ATTEMPTS = 20;
/** How long it must be quiet before `reverse` delivers, when no delay is asked for. */
const GATHER = 1000;

/**
 * Delivers events to the app's endpoint, signed, one after the other, until it answers 2xx:
 * https://docs.stripe.com/webhooks. The queue is in the store, so it survives a restart.
 */
export class Webhooks {
  readonly #store: Store;
  readonly #endpoint: Endpoint;
  #mode: Mode = { mode: 'normal', delay_ms: 0 };
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(store: Store, endpoint: Endpoint) {
    this.#store = store;
    this.#endpoint = endpoint;
    for (const row of store.all('deliveries'))
      if (row.status === 'held') store.put('deliveries', { ...row, status: 'pending' });
  }

  /** True if there is anybody to tell. */
  get listening(): boolean {
    return this.#endpoint.url !== undefined;
  }

  get mode(): Mode {
    return { ...this.#mode };
  }

  /** Holds for what happens from now on. */
  set mode(mode: Mode) {
    this.#mode = mode;
  }

  add(event: string): void {
    if (!this.listening) return;
    const { mode, delay_ms } = this.#mode;
    const status = mode === 'hold' ? 'held' : mode === 'drop' ? 'dropped' : 'pending';
    const next_at = Date.now() + (mode === 'reverse' ? delay_ms || GATHER : delay_ms);
    for (let copy = 0; copy < (mode === 'double' ? 2 : 1); copy++) this.#put(event, status, next_at);
  }

  /** Delivers one event once more, whatever became of it before. */
  async resend(event: string): Promise<Delivery> {
    return this.#deliver(this.#put(event, 'pending', Date.now()));
  }

  /** Delivers at once everything held or waiting, in the order asked for; resolves when each was tried. One seed shuffles
   * the same deliveries in the same way. */
  async flush(order: Order, seed: number): Promise<Delivery[]> {
    await this.#running;
    const waiting = this.#waiting(['pending', 'held']);
    if (order === 'reverse') waiting.reverse();
    if (order === 'shuffle') shuffle(waiting, seed);
    const done: Delivery[] = [];
    for (const delivery of waiting) done.push(await this.#deliver(delivery));
    this.wake();
    return done;
  }

  /** Starts on what is due, unless it is being done. */
  wake(): void {
    if (this.#stopped || this.#running) return;
    this.#running = this.#deliverDue().finally(() => {
      this.#running = undefined;
      this.#sleep();
    });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #deliverDue(): Promise<void> {
    for (let next = this.#nextDue(); next && !this.#stopped; next = this.#nextDue()) await this.#deliver(next);
  }

  #nextDue(): Delivery | undefined {
    const pending = this.#waiting(['pending']);
    const due = pending.filter(({ next_at }) => next_at <= Date.now());
    if (this.#mode.mode !== 'reverse') return due[0];
    return pending.every((row) => row.attempts.length > 0 || due.includes(row)) ? due.at(-1) : undefined;
  }

  #sleep(): void {
    clearTimeout(this.#timer);
    const times = this.#waiting(['pending']).map(({ next_at }) => next_at);
    if (times.length === 0 || this.#stopped) return;
    this.#timer = setTimeout(() => this.wake(), Math.max(10, Math.min(...times) - Date.now()));
    this.#timer.unref();
  }

  #waiting(statuses: Delivery['status'][]): Delivery[] {
    return this.#store
      .all('deliveries')
      .filter(({ status }) => statuses.includes(status))
      .reverse();
  }

  #put(event: string, status: Delivery['status'], next_at: number): Delivery {
    return this.#store.put('deliveries', { id: newId('wd', 16), event, status, next_at, attempts: [] });
  }

  async #deliver(delivery: Delivery): Promise<Delivery> {
    const event = this.#store.get('events', delivery.event);
    const { url, secret } = this.#endpoint;
    if (!event || !url) return delivery;
    const outcome = await post(url, secret, event);
    delivery.attempts.push({ at: new Date().toISOString(), ...outcome });
    const accepted = outcome.status !== undefined && outcome.status >= 200 && outcome.status < 300;
    const tries = delivery.attempts.length;
    delivery.status = accepted ? 'delivered' : tries >= ATTEMPTS ? 'failed' : 'pending';
    delivery.next_at = Date.now() + (BACK_OFF[tries - 1] ?? BACK_OFF.at(-1)!);
    this.#store.put('deliveries', delivery);
    if (accepted && event.pending_webhooks > 0) this.#store.put('events', { ...event, pending_webhooks: 0 });
    this.#store.flush();
    return delivery;
  }
}

const shuffle = (rows: unknown[], seed: number): void => {
  let state = seed >>> 0;
  for (let at = rows.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (at + 1));
    [rows[at], rows[other]] = [rows[other], rows[at]];
  }
};

const post = async (url: string, secret: string, event: Stripe.Event): Promise<{ status?: number; error?: string }> => {
  const body = JSON.stringify(event, null, 2);
  try {
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': signatureOf(body, secret),
    };
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
    });
    await answer.body?.cancel();
    return { status: answer.status };
  } catch (error) {
    return { error: String(error) };
  }
};

/**
 * The Stripe-Signature of a body: https://docs.stripe.com/webhooks#verify-manually
 * Its time is real time, since the receiver's tolerance is.
 */
const signatureOf = (body: string, secret: string, time = Math.floor(Date.now() / 1000)): string =>
  `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
