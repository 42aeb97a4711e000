import { expect, test } from 'vitest';
import type { Feature } from '../../client/feature.ts';
import { features } from '../../client/features.ts';
import { groupsFor, navigation, screensFor, tabsFor } from '../../client/shell/navigation.ts';
import { ROLES, type Role } from '../../schema/users.ts';

const all: readonly Feature[] = features;

const headingsFor = (role: Role) => groupsFor(role).map(({ heading, entries }) => heading ?? entries[0]?.label);
const labelsFor = (role: Role) => groupsFor(role).flatMap(({ entries }) => entries.map(({ label }) => label));

test('[NAV-01] [NAV-02] the navigation stands in six groups for the board, and in five for residents', () => {
  for (const role of ['board', 'superadmin'] as const)
    expect(headingsFor(role)).toEqual(['Home', 'Requests', 'People', 'Money', 'Meetings', 'Records']);
  expect(headingsFor('resident')).toEqual(['Home', 'Requests', 'Money', 'Meetings', 'Records']);
});

test('[NAV-01] every entry of a feature is in one group, once, and those of a role are among the screens that it may open', () => {
  expect(new Set(navigation)).toEqual(new Set(all.flatMap((feature) => feature.navigation ?? [])));
  for (const role of ROLES) {
    const labels = labelsFor(role);
    expect(labels).toEqual([...new Set(labels)]);
    expect(screensFor(role).map(({ label }) => label)).toEqual(expect.arrayContaining(labels));
  }
});

test('[NAV-01] a phone has the same words: each tab is an entry of the groups, and so is what is under More', () => {
  for (const role of ROLES) {
    const { tabs, more } = tabsFor(role);
    expect([...tabs, ...more].map(({ label }) => label).sort()).toEqual(labelsFor(role).sort());
  }
});

test('[NAV-01] a group that is one entry of its own name has no heading', () => {
  for (const { group, heading } of groupsFor('board')) expect(heading === undefined).toBe(group === 'meetings');
});
