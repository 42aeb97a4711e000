import { describe, expect, test } from 'vitest';
import { AWAY_ENTITIES, changesSince } from '../../sync/dashboard/away.ts';
import { Device } from '../support/device.ts';
import { contextForAll, type Person } from '../support/fixtures.ts';
import * as requests from '../support/requests.ts';
import * as violations from '../support/violations.ts';

type AwayRows = Parameters<typeof changesSince>[0];

const ctx = contextForAll();

/** This person's device tells of the time since, from its rows alone. */
const awayFor = async (person: Person, since: string) => {
  const device = await new Device(ctx, person).sync();
  const rows = Object.fromEntries(AWAY_ENTITIES.map((entity) => [entity, device.store.rows(entity).all]));
  const changes = changesSince(rows as unknown as AwayRows, person, since);
  await device.close();
  return changes.map(({ kind, title, lines }) => [
    kind,
    title,
    lines.map(({ who, what, times }) => [who, what, times]),
  ]);
};
const now = async () => {
  const before = new Date().toISOString();
  // What is written next has a later instant.
  await expect.poll(() => new Date().toISOString() > before).toBe(true);
  return before;
};

describe('[14.6] while you were away', () => {
  test('each sees what the others did, by record and person, and nothing of their own', async () => {
    const { bea, rex, rita } = ctx;
    const since = await now();
    const { _id: id } = await requests.create(rex, { title: 'Gate' });
    await requests.comment(bea, id, '<p>One</p>');
    await requests.comment(bea, id, '<p>Two</p>');
    await requests.comment(bea, id, '<p>Among us</p>', false);
    await requests.update(bea, id, { status: 'in_progress' });
    await violations.issue(bea, rex, { title: 'Bins' });
    expect(await awayFor(rex, since)).toEqual([
      ['violation', 'Bins', [['Bea Marsh', 'created the violation', 1]]],
      [
        'request',
        'Gate',
        [
          ['HOA Staff', 'changed the status to in progress', 1],
          ['HOA Staff', 'wrote a message', 2],
        ],
      ],
    ]);
    expect(await awayFor(bea, since)).toEqual([['request', 'Gate', [['Rex Okafor', 'created the request', 1]]]]);
    expect(await awayFor(rita, since)).toEqual([]);
    const sues = await awayFor(ctx.sue, since);
    expect(JSON.stringify(sues)).toContain('wrote an internal message');
  });

  test('what lies before the last visit is not told again', async () => {
    const { bea, rex } = ctx;
    const { _id: id } = await requests.create(rex, { title: 'Lamp' });
    await requests.comment(bea, id, '<p>One</p>');
    const since = await now();
    await requests.comment(bea, id, '<p>Two</p>');
    expect(await awayFor(rex, since)).toEqual([['request', 'Lamp', [['HOA Staff', 'wrote a message', 1]]]]);
  });
});
