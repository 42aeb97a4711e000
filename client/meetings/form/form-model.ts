import { type FieldErrors, type Resolver, type UseFormReturn, useWatch } from 'react-hook-form';
import { meetingInput } from '../../../schema/meeting-inputs.ts';
import type { MeetingKind, MeetingRuleSettings } from '../../../schema/meetings.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { TEMPLATE_OF } from '../../../sync/meetings/agenda/templates.ts';
import { noticeHours } from '../../../sync/meetings/rules.ts';
import { conflictsIn, versionsOf } from '../../../sync/versions.ts';
import type { ConflictCheck } from '../../forms/record-form.ts';
import { KIND_LABELS } from '../model.ts';
import { fieldsOf, instantOf } from '../time.ts';

/** Dates and times as typed, in the HOA's time zone; '' stands for none. */
export type MeetingValues = {
  kind: MeetingKind;
  title: string;
  date: string;
  time: string;
  end_time: string;
  place: string;
  remote_link: string;
  purpose: string;
  chair_id: string;
  secretary_id: string;
  desk_ids: string[];
  proxy_officers: string[];
  executive_only: boolean;
  has_election: boolean;
  exec_summary: string;
  record_date: string;
  template: string;
};
export type MeetingForm = UseFormReturn<MeetingValues>;

export const EMPTY_MEETING: MeetingValues = {
  kind: 'board_regular',
  title: KIND_LABELS.board_regular,
  date: '',
  time: '19:00',
  end_time: '',
  place: '',
  remote_link: '',
  purpose: '',
  chair_id: '',
  secretary_id: '',
  desk_ids: [],
  proxy_officers: [],
  executive_only: false,
  has_election: false,
  exec_summary: '',
  record_date: '',
  template: TEMPLATE_OF.board_regular,
};

export const valuesOf = (meeting: Meeting, zone: string): MeetingValues => ({
  ...fieldsOf(zone, meeting.starts_at),
  kind: meeting.kind,
  title: meeting.title,
  end_time: meeting.ends_at ? fieldsOf(zone, meeting.ends_at).time : '',
  place: meeting.place ?? '',
  remote_link: meeting.remote_link ?? '',
  purpose: meeting.purpose ?? '',
  chair_id: meeting.chair_id ?? '',
  secretary_id: meeting.secretary_id ?? '',
  desk_ids: meeting.desk_ids,
  proxy_officers: meeting.proxy_officers,
  executive_only: meeting.executive_only,
  has_election: meeting.has_election,
  exec_summary: meeting.exec_summary ?? '',
  record_date: meeting.record_date ?? '',
  template: '',
});

/** Fields that others have changed since the form was begun. Lists are merged. */
export const checkOf = (values: MeetingValues): ConflictCheck<MeetingValues> => ({
  versions: versionsOf(rowOf(values), Object.keys(values)),
  conflicts: ({ base, desk_ids: _, proxy_officers: __, ...changes }) => conflictsIn(rowOf(values), changes, base),
});
const rowOf = (values: MeetingValues) => ({ edits: null, ...values });

/** The first values of a meeting that continues another; its date is chosen anew. */
export const continuedFrom = (meeting: Meeting, zone: string): MeetingValues => ({
  ...valuesOf(meeting, zone),
  title: meeting.title.endsWith(CONTINUED) ? meeting.title : `${meeting.title}${CONTINUED}`,
  date: '',
});
const CONTINUED = ' (continued)';

/** The arguments of createMeeting. An end before the start is one of the next day. */
export const argsOf = ({ date, time, end_time, template: _, ...values }: MeetingValues, zone: string) => ({
  ...values,
  starts_at: instantOf(zone, date, time),
  ends_at: end_time ? endOf(zone, date, time, end_time) : null,
  chair_id: values.chair_id || null,
  secretary_id: values.secretary_id || null,
  record_date: values.record_date || null,
});

const endOf = (zone: string, date: string, time: string, end_time: string): string => {
  const end = instantOf(zone, date, end_time);
  return end && end_time < time ? new Date(Date.parse(end) + DAY_MS).toISOString() : end;
};
const DAY_MS = 86_400_000;

const IN_TIME = ['date', 'time', 'end_time'];
const SHOWN_AT: Record<string, keyof MeetingValues> = { starts_at: 'date', ends_at: 'end_time' };

/** The arguments of updateMeeting for the fields that were changed. */
export const changedArgs = (values: MeetingValues, changes: object, zone: string): object => {
  const names = Object.keys(changes);
  const times = names.some((name) => IN_TIME.includes(name)) ? ['starts_at', 'ends_at'] : [];
  const sent = new Set([...names, ...times]);
  return Object.fromEntries(Object.entries(argsOf(values, zone)).filter(([name]) => sent.has(name)));
};

/** Validates what the mutator would be given, and shows each message at its field. */
export const resolverFor =
  (zone: string): Resolver<MeetingValues> =>
  (values) => {
    const parsed = meetingInput.safeParse({ ...argsOf(values, zone), id: SOME_ID });
    const errors: FieldErrors<MeetingValues> = {};
    if (!parsed.success)
      for (const { path, message } of parsed.error.issues) {
        const name = SHOWN_AT[String(path[0])] ?? (String(path[0]) as keyof MeetingValues);
        errors[name] ??= { type: 'custom', message } as never;
      }
    if (!values.time && values.date) {
      delete errors.date;
      errors.time = { type: 'custom', message: 'Please select a time.' };
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
const SOME_ID = '00000000-0000-7000-8000-000000000000';

type NoticeForecast = { hours: number; due: string; longest: string | null };

/** When the notice of a meeting that is being typed is due; null before it has a date. */
export const useNoticeForecast = (
  form: MeetingForm,
  settings: MeetingRuleSettings,
  zone: string,
): NoticeForecast | null => {
  const [kind, date, time, executive_only, has_election] = useWatch({
    control: form.control,
    name: ['kind', 'date', 'time', 'executive_only', 'has_election'],
  });
  const starts_at = instantOf(zone, date, time);
  if (!starts_at) return null;
  const hours = noticeHours(settings, { kind, executive_only, has_election });
  const days = settings.longest_notice_days[kind.startsWith('board') ? 'board' : 'member'];
  const before = (ms: number) => new Date(Date.parse(starts_at) - ms).toISOString();
  return { hours, due: before(hours * 3_600_000), longest: days === null ? null : before(days * DAY_MS) };
};
