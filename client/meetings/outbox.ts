import { getDefaultStore } from 'jotai';
import { plainText } from '../../schema/rich-text.ts';
import { rowsAtoms } from '../device/store.ts';
import type { OutboxLabel, OutboxLabels, RecordTitles, TitleOf, Verbs } from '../outbox-label.ts';
import { paths } from '../paths.ts';
import { formatLabel, formatPlural } from '../ui/format.ts';
import { factLines, factTitle } from './fact-words.ts';

export const drafts = {
  /** Some of the values of form-model.ts: what was changed. */
  create: () => 'meeting',
  edit: (id: string) => `meeting/${id}`,
  continued: (id: string) => `meeting-from/${id}`,
  item: (id: string) => `agenda-item/${id}`,
  newItem: (meeting_id: string) => `agenda-item-of/${meeting_id}`,
  rules: (section: string) => `meeting-rules/${section}`,
  unit: (id: string) => `voting-unit/${id}`,
  rollUnit: (id: string) => `roll-unit/${id}`,
  newRollUnit: (meeting_id: string) => `roll-unit-of/${meeting_id}`,
};

export const titles = {
  meeting: ({ title, starts_at }) => `${title}, ${dayOf(starts_at)}`,
  agendaItem: ({ title }) => title,
  motion: ({ number }) => `Motion ${number}`,
  rollUnit: ({ label }) => label,
  proxy: ({ giver_name, holder_name }) => `${giver_name} to ${holder_name}`,
  actionItem: ({ title }) => title,
} satisfies RecordTitles;

/** "Nov 12", in the HOA's time zone. */
const dayOf = (instant: string): string => {
  const timeZone = getDefaultStore().get(rowsAtoms.hoa).all[0]?.time_zone;
  return new Date(instant).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    ...(timeZone && { timeZone }),
  });
};

type Title = OutboxLabel['title'];
const atMeeting = (title: Title): OutboxLabel => ({
  title,
  edit: ({ meeting_id }) => ({ href: paths.meeting(String(meeting_id)) }),
});
/** A user who may no longer record hands over what the server refused. */
const RESCUE: NonNullable<OutboxLabel['rescue']> = {
  label: 'Hand Over This Device’s Record',
  run: async ({ meeting_id }) => (await import('./file/hand-over.ts')).handOver(String(meeting_id)),
};
const ofMeeting = (verb: string): OutboxLabel => ({
  title: ({ id }, titleOf) => `${verb}: ${titleOf(id)}`,
  edit: ({ id }) => ({ href: paths.meeting(String(id)) }),
});
const named = (verb: string): OutboxLabel => ({ title: ({ id }, titleOf) => `${verb}: ${titleOf(id)}` });
const countOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);
const firstWords = (html: unknown) => plainText(String(html ?? '')).slice(0, 60);

export const labels = {
  setMeetingRules: { title: () => 'Meeting rules', edit: () => ({ href: paths.meetingRules() }) },
  setVotingUnit: { title: () => 'Voting rights for a unit', edit: () => ({ href: paths.meetingRules() }) },
  createMeeting: {
    title: ({ title }) => `Meeting: ${title}`,
    edit: ({ id: _, starts_at: __, ends_at: ___, status: ____, adjourned_from, ...values }) => ({
      href: adjourned_from ? paths.meetingContinue(String(adjourned_from)) : paths.meetingCreate(),
      draft: { key: adjourned_from ? drafts.continued(String(adjourned_from)) : drafts.create(), value: texts(values) },
    }),
  },
  updateMeeting: {
    title: ({ id, status }, titleOf) => `${status ? 'Schedule' : 'Change'}: ${titleOf(id)}`,
    edit: ({ id, starts_at: _, ends_at: __, status: ___, base: ____, ...values }) => ({
      href: paths.meetingEdit(String(id)),
      draft: { key: drafts.edit(String(id)), value: texts(values) },
    }),
  },
  cancelMeeting: ofMeeting('Cancel'),
  deleteMeeting: ofMeeting('Delete'),
  sendMeetingNotice: ofMeeting('Notice'),
  freezeRoll: atMeeting(({ meeting_id }, titleOf) => `Freeze the roll: ${titleOf(meeting_id)}`),
  updateRollUnit: named('Roll'),
  addRollUnit: atMeeting(({ meeting_id }, titleOf) => `Add to the roll: ${titleOf(meeting_id)}`),
  addAgendaItem: atMeeting(({ title }) => `Agenda item: ${title}`),
  addAgendaRecords: atMeeting(
    ({ items, meeting_id }, titleOf) => `${formatPlural(countOf(items), 'agenda item')}: ${titleOf(meeting_id)}`,
  ),
  updateAgendaItem: named('Agenda item'),
  moveAgendaItem: named('Move'),
  withdrawAgendaItem: {
    title: ({ id, withdrawn }, titleOf) => `${withdrawn === false ? 'Restore' : 'Withdraw'}: ${titleOf(id)}`,
  },
  recordFacts: {
    ...atMeeting(({ meeting_id, facts }, titleOf) => factsTitle(meeting_id, facts, titleOf)),
    content: ({ facts }, titleOf) => factLines(facts, titleOf),
    group: (meeting) => meeting,
    rescue: RESCUE,
  },
  makeMotion: {
    ...atMeeting(({ number }) => `Motion ${number}`),
    group: (meeting) => `${meeting}, motions`,
    rescue: RESCUE,
  },
  updateMotion: named('Change'),
  applyDecision: { title: ({ motion_id }, titleOf) => `Decision: ${titleOf(motion_id)}` },
  giveProxy: atMeeting(({ holder_name }) => `Proxy to ${holder_name}`),
  revokeProxy: named('Revoke proxy'),
  recordProxy: atMeeting(({ giver_name, holder_name }) => `Proxy of ${giver_name} to ${holder_name}`),
  attachProxyPhoto: {
    title: ({ id }, titleOf) => `Proxy photo: ${titleOf(id)}`,
    edit: () => ({ href: paths.meetings() }),
  },
  settleProxy: {
    title: ({ id, status }, titleOf) => `Proxy ${titleOf(id)}: ${formatLabel(String(status))}`,
  },
  saveMinutesText: {
    ...atMeeting(({ meeting_id, text }, titleOf) => `Minutes of ${titleOf(meeting_id)}: ${firstWords(text)}`),
    group: (meeting) => `${meeting}, minutes`,
    rescue: RESCUE,
  },
  setMinutesStatus: atMeeting(
    ({ meeting_id, status }, titleOf) => `Minutes of ${titleOf(meeting_id)} → ${formatLabel(String(status))}`,
  ),
  publishMinutes: atMeeting(({ meeting_id }, titleOf) => `Publish the minutes: ${titleOf(meeting_id)}`),
  createActionItem: { title: ({ title }) => `Action item: ${title}` },
  updateActionItem: named('Action item'),
} satisfies OutboxLabels;

export const verbs = {
  setMeetingRules: 'changed the meeting rules of',
  setVotingUnit: 'changed the voting rights of',
  createMeeting: 'created',
  updateMeeting: 'changed',
  cancelMeeting: 'canceled',
  deleteMeeting: 'deleted',
  sendMeetingNotice: 'sent the notice of',
  freezeRoll: 'froze the roll of',
  updateRollUnit: 'changed the roll of',
  addRollUnit: 'added to the roll of',
  addAgendaItem: 'added to the agenda of',
  addAgendaRecords: 'added records to the agenda of',
  updateAgendaItem: 'changed the agenda of',
  moveAgendaItem: 'moved an item on the agenda of',
  withdrawAgendaItem: 'withdrew or restored an item on the agenda of',
  recordFacts: 'recorded what happened in',
  makeMotion: 'made a motion in',
  updateMotion: 'changed a motion of',
  applyDecision: 'applied a decision of',
  giveProxy: 'gave a proxy for',
  attachProxyPhoto: 'attached the photo of a proxy for',
  revokeProxy: 'revoked a proxy for',
  recordProxy: 'recorded a proxy for',
  settleProxy: 'ruled on a proxy for',
  saveMinutesText: 'wrote the minutes of',
  setMinutesStatus: 'changed the minutes of',
  publishMinutes: 'published the minutes of',
  createActionItem: 'created',
  updateActionItem: 'changed',
} satisfies Verbs;

const factsTitle = (meeting_id: unknown, facts: unknown, titleOf: TitleOf): string => {
  const all = Array.isArray(facts) ? facts : [];
  if (all.length === 1) return factTitle(all[0], titleOf);
  return `${titleOf(meeting_id)}: ${formatPlural(all.length, 'entry', 'entries')}`;
};

/** '' in a form is null in the change. */
const texts = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']));
