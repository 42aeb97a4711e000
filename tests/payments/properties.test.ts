import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import { payeesForAll } from '../support/paying.ts';
import { nth } from '../support/required.ts';
import { runs } from '../support/runs.ts';
import { deliver, eventsOf } from '../support/stripe-events.ts';
import { BANK, CARD, createInvoices, payOnHostedPage } from '../support/stripe-harness.ts';

const { harness, ctx } = payeesForAll();

const PAID = 12_550;

/** The events of a payment. `cents` are of what is left of it then. */
type Step = { kind: 'refund' | 'dispute' | 'win' | 'lose'; share: number };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('refund', 'dispute', 'win', 'lose'),
  share: fc.constantFrom(1, 1, 0.5, 0.1),
});

/** A payment at the provider and the entries that it is to have. */
class Life {
  readonly entries = [`charge ${PAID}`];
  readonly #intent: string;
  readonly #isBank: boolean;
  #left = PAID;
  /** Money that no open dispute holds may be refunded, where none was lost whole. */
  #undecided: { id: string; cents: number } | undefined;
  #isLost = false;

  constructor(intent: string, isBank: boolean) {
    this.#intent = intent;
    this.#isBank = isBank;
    this.entries.push(`payment ${-PAID}`);
  }

  async take({ kind, share }: Step): Promise<void> {
    const cents = Math.ceil(this.#left * share);
    const open = this.#undecided;
    if (kind === 'refund' && cents > 0 && !open && !this.#isLost && !this.#isBank) await this.#refund(cents);
    if (kind === 'dispute' && cents > 0 && !open) await this.#dispute(cents);
    if ((kind === 'win' || kind === 'lose') && open) await this.#decide(open, kind);
    // The provider's times are whole seconds.
    await harness.control('POST', 'clock', { advance_seconds: 1 });
  }

  async #refund(amount: number) {
    await harness.stripe.refunds.create({ payment_intent: this.#intent, amount });
    this.entries.push(`refund ${amount}`);
    this.#left -= amount;
  }

  async #dispute(amount: number) {
    const { id } = (await harness.control('POST', 'disputes', { payment_intent: this.#intent, amount })) as {
      id: string;
    };
    this.entries.push(`return ${amount}`);
    this.#left -= amount;
    if (!this.#isBank) this.#undecided = { id, cents: amount };
  }

  async #decide({ id, cents }: { id: string; cents: number }, how: 'win' | 'lose') {
    await harness.control('POST', `disputes/${id}/${how}`);
    this.#undecided = undefined;
    if (how === 'lose') {
      this.#isLost ||= cents === PAID;
      return;
    }
    this.entries.push(`reversal ${-cents}`);
    this.#left += cents;
  }
}

/** Succeeded less refunded less taken back, as the provider has it. */
const heldAtProvider = async (payment_intent: string): Promise<number> => {
  const [intent, refunds, disputes] = await Promise.all([
    harness.stripe.paymentIntents.retrieve(payment_intent),
    harness.stripe.refunds.list({ payment_intent, limit: 100 }),
    harness.stripe.disputes.list({ payment_intent, limit: 100 }),
  ]);
  const refunded = refunds.data.filter(({ status }) => status === 'succeeded').map(({ amount }) => -amount);
  const moved = disputes.data.flatMap(({ balance_transactions }) => balance_transactions.map(({ amount }) => amount));
  return [...refunded, ...moved].reduce((sum, cents) => sum + cents, intent.amount_received);
};

test('[INVAR-05] [INVAR-09] [RET-01] whatever is told of a payment when, how often and in which order, its entries are the same', async () => {
  const tape = fc.array(fc.nat({ max: 1000 }), { minLength: 30, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 6 }), tape, async (isBank, steps, numbers) => {
      let at = 0;
      const below = (most: number) => nth(numbers, at++ % numbers.length) % most;
      const payer = await ctx.join(ctx.hoa_id, 'Rex Okafor', 'resident');
      const id = String((await createInvoices(ctx, payer)).ids[0]);
      const intent = await payOnHostedPage(harness, payer, id, isBank ? BANK : CARD);
      if (isBank) await harness.control('POST', `bank/${intent}/clear`);
      const life = new Life(intent, isBank);
      const heard = new Set<string>();
      const hear = async (most: number) => {
        const known = await eventsOf(harness, [intent]);
        for (let left = below(most); left > 0; left -= 1) {
          const event = nth(known, below(known.length));
          heard.add(event.id);
          await deliver(harness, ctx, event);
        }
      };
      for (const one of steps) {
        await hear(3);
        await life.take(one);
      }
      const rest = (await eventsOf(harness, [intent])).filter(({ id: of }) => !heard.has(of) || below(2) === 0);
      while (rest.length > 0) await deliver(harness, ctx, nth(rest.splice(below(rest.length), 1), 0));
      const account = accountIdOf(payer.id, 0);
      const sql = 'SELECT kind, amount_cents FROM entries WHERE account_id = ?';
      const { rows } = await ctx.db.execute({ sql, args: [account] });
      expect(rows.map(({ kind, amount_cents }) => `${kind} ${amount_cents}`).sort()).toEqual(life.entries.sort());
      const posted = rows.filter(({ kind }) => kind !== 'charge');
      const sum = posted.reduce((total, { amount_cents }) => total + Number(amount_cents), 0);
      expect((await heldAtProvider(intent)) + sum).toBe(0);
    }),
    { numRuns: runs(6, 40), endOnFailure: true },
  );
}, 60_000);
