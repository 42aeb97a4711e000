import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { announcementInput, announcementRetry, announcementUpdate } from '../../schema/announcement-inputs.ts';
import { addDays, addMonths } from '../../schema/dates.ts';
import { documentInput, documentUpdate } from '../../schema/document-inputs.ts';
import { dueInput, dueUpdate } from '../../schema/due-inputs.ts';
import { centsOf } from '../../schema/dues.ts';
import { commentInput, requestUpdate } from '../../schema/request-inputs.ts';
import { addressAssignment, inviteInput, userUpdate } from '../../schema/user-inputs.ts';
import { violationInput, violationMessageInput } from '../../schema/violation-inputs.ts';
import { type MutatorName, mutators } from '../../sync/mutators.ts';
import { ID, messages, parsed } from '../support/inputs.ts';

describe('ids', () => {
  /** They are about the caller or the caller's HOA, about an import, about a meeting, or about many letters. */
  const ofImports = ['importOpening', 'undoOpening'] satisfies MutatorName[];
  const ofMeetings = [
    'freezeRoll',
    'addRollUnit',
    'addAgendaRecords',
    'recordFacts',
    'setMinutesStatus',
    'publishMinutes',
  ] satisfies MutatorName[];
  const withoutId: string[] = [
    ...(['setMeetingRules', 'updateRollUnit', 'applyDecision'] satisfies MutatorName[]),
    ...ofMeetings,
    ...([
      'updateHoa',
      'updateBranding',
      'updateAutomations',
      'leaveHoa',
      'keepHoa',
      'requireSecondFactors',
      'updateNotificationPreferences',
      'printReminders',
    ] satisfies MutatorName[]),
    ...ofImports,
  ];
  const withId = Object.entries(mutators).filter(([name]) => !withoutId.includes(name));
  test.each(withId)('[SYNC-16] %s takes no word, number or list for an id', (_name, { input }) => {
    for (const id of ['create', '__proto__', `${ID}x`, `${ID}\n`, ` ${ID}`, 7, [ID], null])
      expect(messages(input, { id })).toMatchObject({ id: 'Invalid id' });
  });

  test.each(ofImports)('[SYNC-16] [OPEN-04] %s takes no word, number or list for the id of an import', (name) => {
    for (const import_id of ['create', `${ID}x`, 7, [ID], null])
      expect(messages(mutators[name].input, { import_id })).toMatchObject({ import_id: 'Invalid id' });
  });

  test.each(ofMeetings)('[SYNC-16] %s takes no word, number or list for the id of a meeting', (name) => {
    for (const meeting_id of ['create', `${ID}x`, 7, [ID], null])
      expect(messages(mutators[name].input, { meeting_id })).toMatchObject({ meeting_id: 'Invalid id' });
  });

  test('[SYNC-16] a motion is named by its id only', () => {
    for (const motion_id of ['create', `${ID}x`, 7, [ID], null])
      expect(messages(mutators.applyDecision.input, { motion_id })).toMatchObject({ motion_id: 'Invalid id' });
  });

  test('[SYNC-16] an id in capitals is the same id', () => {
    expect(parsed(userUpdate, { id: ID.toUpperCase() })).toEqual({ id: ID });
  });

  test('[SYNC-16] what a row belongs to is named by ids only', () => {
    expect(messages(announcementInput, { title: 'T', message: 'M', custom_recipients: ['rita'] })).toEqual({
      'custom_recipients.0': 'Invalid id',
    });
    expect(messages(announcementRetry, { user_ids: ['rita'] })).toEqual({ 'user_ids.0': 'Invalid id' });
    expect(messages(requestUpdate, { assigned_to: 'dale' })).toEqual({ assigned_to: 'Invalid id' });
    expect(messages(commentInput, { request_id: 'create', message: 'M' })).toEqual({ request_id: 'Invalid id' });
    expect(messages(violationMessageInput, { violation_id: 'v', message: 'M' })).toEqual({
      violation_id: 'Invalid id',
    });
    expect(messages(addressAssignment, { address_id: 'a' })).toEqual({ address_id: 'Invalid id' });
    expect(messages(inviteInput, { email: 'a@b.test', address_id: 'a' })).toEqual({ address_id: 'Invalid id' });
  });
});

describe('announcements', () => {
  test('[ANN-71] [ANN-72] title and message are required', () => {
    expect(messages(announcementInput, { title: ' ', message: '<p>&nbsp;</p>' })).toEqual({
      title: 'Title is required',
      message: 'Message is required',
    });
  });

  test('[ANN-73] a custom audience needs somebody', () => {
    const draft = { title: 'Pool', message: '<p>opens</p>', audience_type: 'custom' };
    expect(messages(announcementInput, draft)).toEqual({ custom_recipients: 'Please select at least one recipient' });
    expect(messages(announcementInput, { ...draft, custom_recipients: [ID] })).toEqual({});
  });

  test('[ANN-21] [ANN-56] [ANN-74] what is left out gets its default, text is trimmed', () => {
    expect(parsed(announcementInput, { title: ' Pool ', message: ' <p>opens</p> ' })).toEqual({
      id: ID,
      title: 'Pool',
      message: '<p>opens</p>',
      category: 'general',
      audience_type: 'all',
      custom_recipients: [],
      streets: null,
      attachment: null,
      delivery_methods: ['in_app', 'email'],
    });
  });

  test('[SYNC-17] an update carries only what was given', () => {
    expect(parsed(announcementUpdate, { title: 'Pool' })).toEqual({ id: ID, title: 'Pool' });
    expect(parsed(documentUpdate, { is_public: false })).toEqual({ id: ID, is_public: false });
    expect(parsed(dueUpdate, { status: 'inactive' })).toEqual({ id: ID, status: 'inactive' });
    expect(parsed(userUpdate, { role: 'board' })).toEqual({ id: ID, role: 'board' });
  });
});

test('[DOC-14] [DOC-16] [DOC-18] documents say what is missing or too much', () => {
  expect(messages(documentInput, { file_type: 'exe', file_size: 1, notes: 'x'.repeat(501) })).toEqual({
    title: 'Please fill in all required fields',
    category: 'Please fill in all required fields',
    s3_key: 'Please fill in all required fields',
    file_type: 'File type not supported. Please use PDF, DOC, DOCX, JPG, JPEG, PNG, or GIF',
    notes: 'Notes cannot exceed 500 characters',
  });
});

describe('[VIO-29] [VIO-30] violations', () => {
  test('[VIO-27] [VIO-28] [VIO-35] required fields', () => {
    expect(messages(violationInput, { user_id: '', message: '<p></p>', due_date: '' })).toEqual({
      user_id: 'Please select a resident',
      title: 'Title is required',
      message: 'Message is required',
      due_date: 'Due date is required',
    });
    expect(messages(violationMessageInput, { violation_id: ID, message: '<p> </p>' })).toEqual({
      message: 'Message cannot be empty',
    });
  });

  test('[VIO-21] [VIO-43] the category defaults to Other, an instant counts as the date it is written with', () => {
    const args = { user_id: ID, title: 'T', message: 'M', due_date: '2026-12-01T06:00:00.000Z' };
    expect(parsed(violationInput, args)).toMatchObject({ category: 'Other', due_date: '2026-12-01' });
    expect(messages(violationInput, { ...args, due_date: '2026-02-30' })).toEqual({ due_date: 'Invalid date' });
  });
});

describe('[DUE-16] dues', () => {
  test('[DUE-13] [DUE-14] [DUE-15] required fields', () => {
    expect(messages(dueInput, { frequency: 'monthly', recipients: [], amount: 0.004 })).toEqual({
      title: 'Please enter a title.',
      recipients: 'Please select at least one recipient.',
      send_date: 'Please select a send date.',
      amount: 'Please enter a valid amount.',
    });
  });

  test('[MOVE-07] the offset is 7 unless told, and 0 to 90', () => {
    const due = { title: 'D', frequency: 'monthly', recipients: [ID, ID], send_date: '2026-12-01', amount: 185 };
    expect(parsed(dueInput, due)).toMatchObject({ due_date_offset: 7, recipients: [ID], reason: 'dues' });
    for (const due_date_offset of [-1, 91, 1.5])
      expect(messages(dueInput, { ...due, due_date_offset })).toEqual({
        due_date_offset: 'Due date offset must be between 0 and 90 days.',
      });
  });

  test('[DUE-32] dollars become whole cents', () => {
    expect([185, 0.29, 1.005, 19.99, 1250].map(centsOf)).toEqual([18_500, 29, 101, 1_999, 125_000]);
  });

  test('[DUE-33] months are counted from the anchor and clamped to the last day', () => {
    expect([1, 2, 3, 13].map((n) => addMonths('2026-01-31', n))).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2027-02-28',
    ]);
    expect(addDays('2026-12-30', 5)).toBe('2027-01-04');
  });
});

describe('messages', () => {
  test('[API-11] a field without a message of its own is named in a sentence, never in the words of a library', () => {
    const odd = [undefined, null, 7, 'x', '', 'x'.repeat(100_000), [], [7], {}, Number.NaN, -1, 10 ** 15, true];
    const said = new Set<string>();
    for (const [name, { input }] of Object.entries(mutators)) {
      const fields = Object.keys((input as { shape?: object }).shape ?? {});
      for (const value of odd)
        for (const issue of z.safeParse(
          input as z.core.$ZodType,
          Object.fromEntries(fields.map((field) => [field, value])),
        ).error?.issues ?? [])
          said.add(`${name}: ${issue.message}`);
    }
    expect(said.size).toBeGreaterThan(300);
    expect(
      [...said].filter((one) => /expected|received|Invalid (input|option|key)|Too (big|small)|[<>]=|NaN/.test(one)),
    ).toEqual([]);
  });
});
