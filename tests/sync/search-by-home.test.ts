import { expect, test } from 'vitest';
import { address, request, rowsWith, user } from '../support/search.ts';

const HOME = { ...address('a', '5 Heron Court'), unit_number: 'B' };
const rows = () =>
  rowsWith({
    'user/rex': user('rex', 'Rex Okafor', { address_id: 'a', email: 'pool@home.test' }),
    'address/a': HOME,
    'request/1': request('1', { title: 'Pool gate' }),
    'request/2': request('2', { title: 'Lamp', user_id: 'gone', address_id: 'a' }),
    'request/3': request('3', { title: 'Fence', user_id: 'gone' }),
  });

test.each([
  ['5 Heron Court, Unit B', ['1', '2']],
  ['court heron', ['1', '2']],
  ['OKAFOR', ['1']],
  ['pool', ['1']],
  ['gate pool', []],
  ['home.test', []],
  ['unit', []],
])('[14.3] a search for “%s” finds requests by title, person and home', (search, ids) => {
  const found = rows().query('request', { search }, Infinity);
  expect(found.map(({ id }) => id).sort()).toEqual(ids);
});

test('[14.3] a search that is open follows who lives where and what people are called', () => {
  const device = rows();
  const live = device.liveList('request', { search: 'heron' }, 10);
  const counts: number[] = [];
  live.subscribe(() => counts.push(live.current.count));
  rowsWith({ 'user/rex': user('rex', 'Rex Okafor', { address_id: null }) }, device);
  rowsWith({ 'address/a': { ...HOME, street: '5 Willow Lane' } }, device);
  rowsWith({ 'user/rex': user('rex', 'Rex Heron') }, device);
  expect(counts).toEqual([1, 0, 1]);
});

test('[14.3] people are found by their home', () => {
  expect(rows().query('user', { search: 'heron' }, Infinity)).toMatchObject([{ id: 'rex' }]);
});
