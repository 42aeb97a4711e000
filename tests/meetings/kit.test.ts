import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { clockOffset, noteServerDate, serverNow } from '../../client/device/clock.ts';
import { chooseDesk, deskOf, deviceId } from '../../client/meetings/desk-name.ts';
import { splitFacts } from '../../sync/meetings/facts/split-facts.ts';
import { ARGS_LIMIT } from '../../sync/protocol.ts';
import { newFact } from '../support/meetings.ts';

/** The header of an answer that the server gave at this time. */
const dateAt = (ms: number) => new Date(ms).toUTCString();
/** In the middle of a second, as the header has whole ones: how well two of them agree follows from the fraction. */
const midSecond = () => Math.floor(Date.now() / 1000) * 1000 + 500;

test('[MEET-07] with the clock 10 minutes fast or slow, a fact carries a time within 5 seconds of the true one', () => {
  for (const skew of [600_000, -600_000, 3_600_000]) {
    const sent = Date.now();
    noteServerDate(dateAt(sent + 80 - skew), sent, sent + 160);
    expect(Math.abs(serverNow() - (Date.now() - skew))).toBeLessThan(5000);
  }
  const now = midSecond();
  noteServerDate(dateAt(now), now, now + 10);
});

test('[MEET-07] measurements that agree do not move the clock; a slow or missing one says nothing', () => {
  const now = midSecond();
  noteServerDate(dateAt(now), now, now + 10);
  const before = clockOffset()?.ms;
  noteServerDate(dateAt(now + 900), now + 900, now + 1000);
  noteServerDate(null, now, now + 10);
  noteServerDate('yesterday', now, now + 10);
  noteServerDate(dateAt(now - 3_600_000), now, now + 9000);
  expect(clockOffset()?.ms).toBe(before);
});

test('[MEET-11] a device keeps its name in each meeting, and has one of its own before', () => {
  const [one, two] = [uuidv7(), uuidv7()];
  const own = `Device ${deviceId().slice(-4)}`;
  expect(deskOf(one)).toBe(own);
  chooseDesk(one, '  Desk 1 ');
  expect([deskOf(one), deskOf(two)]).toEqual(['Desk 1', own]);
});

test('[MEET-04] a long record is split, so that each change fits', () => {
  const facts = Array.from({ length: 1000 }, (_, at) => newFact('guest', { name: `${at} ${'ü'.repeat(at % 400)}` }));
  const parts = splitFacts(facts);
  expect(parts.flat()).toEqual(facts);
  for (const part of parts)
    expect(new TextEncoder().encode(JSON.stringify({ facts: part })).length).toBeLessThan(ARGS_LIMIT);
  expect(splitFacts([])).toEqual([]);
});
