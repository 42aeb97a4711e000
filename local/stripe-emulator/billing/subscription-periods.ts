import type { Price } from '../core/price.ts';

const DAY = 24 * 3600;

/**
 * The first end of a period after `start` (seconds), counted from the anchor so that 31 Jan, 28 Feb, 31 Mar follow:
 * https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export const periodEnd = (anchor: number, start: number, price: Pick<Price, 'recurring'>): number => {
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {};
  for (let steps = 1; ; steps += 1) {
    const end = add(anchor, interval, steps * count);
    if (end > start) return end;
  }
};

const add = (anchor: number, interval: string, count: number): number => {
  if (interval === 'day') return anchor + count * DAY;
  if (interval === 'week') return anchor + count * 7 * DAY;
  return addMonths(anchor, interval === 'year' ? 12 * count : count);
};

const addMonths = (anchor: number, count: number): number => {
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1000);
};
