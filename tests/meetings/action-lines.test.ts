import { expect, test } from 'vitest';
import { parseAction } from '../../client/meetings/action-items/action-line.ts';

const PEOPLE = [
  { id: 'bea', name: 'Bea Marsh' },
  { id: 'ben', name: 'Ben Ode' },
  { id: 'zoe', name: 'Zoë Żak' },
];
const parse = (line: string) => parseAction(line, PEOPLE, '2026-11-12');
const BEA = { owner_id: 'bea', owner_name: 'Bea Marsh' };

test.each([
  ['Call the roofer @Bea Marsh by 12/1', { title: 'Call the roofer', ...BEA, due_on: '2026-12-01' }],
  ['Call the roofer @bea by tomorrow', { title: 'Call the roofer', ...BEA, due_on: '2026-11-13' }],
  ['Call the roofer @marsh by friday', { title: 'Call the roofer', ...BEA, due_on: '2026-11-13' }],
  [
    'Call the roofer by Dec 24 @zoe',
    { title: 'Call the roofer', owner_id: 'zoe', owner_name: 'Zoë Żak', due_on: '2026-12-24' },
  ],
  ['Mow @The gardener by 1/5', { title: 'Mow', owner_id: null, owner_name: 'The gardener', due_on: '2027-01-05' }],
  ['Mow @be', { title: 'Mow', owner_id: null, owner_name: 'be', due_on: null }],
  [
    'Stand by the gate @Ben by 2026-12-31',
    { title: 'Stand by the gate', owner_id: 'ben', owner_name: 'Ben Ode', due_on: '2026-12-31' },
  ],
  ['Sign by 2/30 @Ben', { title: 'Sign by 2/30', owner_id: 'ben', owner_name: 'Ben Ode', due_on: null }],
  ['No owner by today', { title: 'No owner', owner_id: null, owner_name: '', due_on: '2026-11-12' }],
])('[ACT-01] one line says what, who and by when: %s', (line, expected) => {
  expect(parse(line)).toEqual(expected);
});
