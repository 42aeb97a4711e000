import { expect, test } from 'vitest';
import { EMPTY, valuesOf } from '../../client/community/announcements/form-model.ts';
import { audienceLabel, preview, successRate } from '../../client/community/announcements/model.ts';
import { changesOf, withChanges } from '../../client/forms/changes.ts';
import { announcementForm } from '../../schema/announcement-inputs.ts';
import type { Announcement } from '../../schema/tables/announcements.ts';
import { recipientsOf } from '../../sync/announcements/entity.ts';

test('[ANN-06, ANN-07] a preview is the words of the message on one line, cut after 100 characters', () => {
  expect(preview({ message: '<p>Soup  at\n six.</p><p>&amp; pie</p>' })).toBe('Soup at six. & pie');
  expect(preview({ message: `<p>${'a'.repeat(100)}</p>` })).toBe('a'.repeat(100));
  expect(preview({ message: `<p>${'a'.repeat(101)}</p>` })).toBe(`${'a'.repeat(100)}…`);
  expect(preview({ message: `<p>${'🏡'.repeat(101)}</p>` })).toBe(`${'🏡'.repeat(100)}…`);
});

test('[ANN-39] an audience reads as words, a custom one as such', () => {
  expect(['all', 'board', 'residents', 'custom'].map((audience) => audienceLabel(audience as 'all'))).toEqual([
    'All',
    'Board',
    'Residents',
    'Custom Recipients',
  ]);
});

test('[ANN-38] the success rate is a whole percent, and 0 where nothing was sent', () => {
  expect([successRate(0, 0), successRate(2, 3), successRate(1, 3), successRate(4, 4)]).toEqual([0, 67, 33, 100]);
});

test('[ANN-69] the picker offers everybody active, however many', () => {
  const people = Array.from({ length: 250 }, (_, n) => ({
    id: String(n),
    role: 'resident' as const,
    status: n % 2 ? ('active' as const) : ('inactive' as const),
    deleted_at: n === 1 ? '2026-01-01T00:00:00.000Z' : null,
  }));
  expect(recipientsOf({ audience_type: 'all', custom_recipients: [] }, people)).toHaveLength(124);
});

test('[ANN-71, ANN-72, ANN-73] every field is judged at once', () => {
  const { error } = announcementForm.safeParse({ ...EMPTY, message: '<p>&nbsp;</p>', audience_type: 'custom' });
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['title', 'Title is required'],
    ['message', 'Message is required'],
    ['custom_recipients', 'Please select at least one recipient'],
  ]);
});

test('[ANN-21, ANN-74] a new announcement is general and for all, and is saved trimmed', () => {
  const parsed = announcementForm.parse({ ...EMPTY, title: '  Supper ', message: ' <p>Soup</p> ' });
  expect(parsed).toMatchObject({ title: 'Supper', message: '<p>Soup</p>', category: 'general', audience_type: 'all' });
});

test('[ANN-83, SYNC-17] an edit sends what was changed alone, so that what others changed stays', () => {
  const row = { ...EMPTY, title: 'Supper', audience_type: 'custom', custom_recipients: ['a', 'gone'] } as Announcement;
  const base = valuesOf(row, (id) => id === 'gone');
  expect(base.custom_recipients).toEqual(['a']);
  expect(changesOf(base, { ...base, custom_recipients: ['a'] })).toEqual({});
  expect(changesOf(base, { ...base, title: 'Late supper' })).toEqual({ title: 'Late supper' });
  const changes = changesOf(base, { ...base, custom_recipients: ['b'] });
  expect(changes).toEqual({ custom_recipients: { added: ['b'], removed: ['a'] } });
  expect(withChanges({ ...base, custom_recipients: ['a', 'c'] }, changes).custom_recipients).toEqual(['c', 'b']);
});
