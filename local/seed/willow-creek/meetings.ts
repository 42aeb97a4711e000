import { addDays } from '../../../schema/dates.ts';
import { act, actAt } from '../act.ts';
import type { Community } from '../community.ts';
import { eveningOf } from '../evening.ts';
import { Minute } from '../meetings/record.ts';
import { addItems, publishAs, scheduleMeeting, sendNotice } from '../meetings/scheduling.ts';
import { barrel, hinges, repaving } from './board-motions.ts';
import { KEY, nextAnnualMeeting, nextBoardMeeting } from './coming-meetings.ts';

const DIRECTORS = [
  { key: 'board', office: 'President' },
  { key: 'dale', office: 'Secretary' },
  { key: 'marcus', office: 'Treasurer' },
] as const;

/** The meetings of Willow Creek: what was decided, and what comes next. */
export const addMeetings = async (community: Community): Promise<void> => {
  const directors = DIRECTORS.map(({ key, office }) => ({ user_id: community.person(key).id, office }));
  await act(community, 'board', 400, 'setMeetingRules', { directors });
  await lastAnnualMeeting(community);
  await lastBoardMeeting(community);
  await nextBoardMeeting(community);
  await nextAnnualMeeting(community);
};

const HOMES_AT_FIRST = ['willow10', 'willow12', 'heron7', 'mill31'];

const HOMES_AT_SECOND = ['willow14_3', 'heron9'];

/** Adjourned without quorum, and held four weeks later with the lower one. */
const lastAnnualMeeting = async (community: Community): Promise<void> => {
  const first = { key: 'annual/first', by: 'board', starts_at: eveningOf(community, -370, '18:30') };
  const second = { key: 'annual/second', by: 'board', starts_at: eveningOf(community, -342, '18:30') };
  const more = {
    has_election: true,
    chair_id: community.person('board').id,
    secretary_id: community.person('dale').id,
  };
  await scheduleMeeting(community, {
    ...first,
    kind: 'member_annual',
    title: 'Annual meeting',
    at: eveningOf(community, -405, '12:00'),
    more: { ...more, template: 'annual' },
  });
  await actAt(community, 'board', eveningOf(community, -404, '12:00'), 'freezeRoll', {
    meeting_id: community.id(`meeting/${first.key}`),
  });
  await sendNotice(community, { key: first.key, by: 'board', at: eveningOf(community, -403, '12:00') });
  const opened = new Minute(community, first);
  arrivals(opened, HOMES_AT_FIRST);
  opened.fact(6, 'called_to_order', null, {});
  opened.fact(14, 'adjourned', null, { to: 'the same place four weeks later' });
  await opened.save();
  await scheduleMeeting(community, {
    ...second,
    kind: 'member_annual',
    title: 'Annual meeting, adjourned',
    at: opened.at(60),
    more: { ...more, adjourned_from: opened.id },
  });
  const minute = new Minute(community, second);
  const directors = minute.item('directors');
  await addItems(community, second.key, 'board', opened.at(61), [
    { label: 'directors', title: 'Election of two directors' },
  ]);
  await sendNotice(community, { key: second.key, by: 'board', at: eveningOf(community, -368, '12:00') });
  arrivals(minute, [...HOMES_AT_FIRST, ...HOMES_AT_SECOND]);
  minute.fact(5, 'called_to_order', null, {});
  minute.fact(20, 'item_started', directors, {});
  const motion = await minute.motion(21, directors, {
    words: 'That Dale Brooks and Marcus Hale be elected to the board for two years.',
    mover: 'superadmin',
    second: 'board',
    method: 'count',
  });
  minute.fact(24, 'count', motion.id, { label: 'The room', for: 5, against: 0, abstain: 1 });
  minute.result(25, motion, {
    outcome: 'adopted',
    method: 'count',
    votes: { for: 5, against: 0, abstain: 1 },
    present: 6,
    roll: 24,
  });
  minute.fact(40, 'adjourned', null, {});
  await minute.save();
};

const arrivals = (minute: Minute, homes: readonly string[]) => {
  for (const [n, home] of homes.entries()) minute.fact(n / 2 - 4, 'arrived', minute.unit(home), { way: 'in_person' });
};

/** Three weeks ago: approved, published minutes. */
const lastBoardMeeting = async (community: Community): Promise<void> => {
  const starts_at = eveningOf(community, -21, '19:00');
  const scheduled = eveningOf(community, -28, '12:00');
  const minute = new Minute(community, { key: KEY, by: 'dale', starts_at });
  await scheduleMeeting(community, {
    key: KEY,
    by: 'board',
    kind: 'board_regular',
    title: 'Board meeting',
    starts_at,
    at: scheduled,
    more: {
      chair_id: community.person('board').id,
      secretary_id: community.person('dale').id,
      exec_summary: 'The board discussed a delinquent account.',
    },
  });
  const request = (title: string) => ({ entity: 'request', id: community.id(`request/${title}`) });
  await addItems(community, KEY, 'board', scheduled, [
    { label: 'call', title: 'Call to order', more: { kind: 'call_to_order' } },
    { label: 'repaving', title: 'Repaving of Mill Pond Road', more: { minutes: 20, presenter: 'Marcus Hale' } },
    {
      label: 'barrel',
      title: 'Architectural: Rain barrel',
      more: { record: request('Rain barrel behind the garage'), minutes: 10 },
    },
    { label: 'hinges', title: 'Hinges of the pool gate', more: { minutes: 5 } },
    { label: 'forum', title: 'Open forum', more: { kind: 'open_forum', minutes: 15 } },
    { label: 'executive', title: 'Executive session', more: { kind: 'executive', executive: true, minutes: 20 } },
    { label: 'end', title: 'Adjournment', more: { kind: 'adjournment' } },
  ]);
  await sendNotice(community, { key: KEY, by: 'board', at: eveningOf(community, -27, '12:00') });
  for (const { key } of DIRECTORS)
    minute.fact(-3, 'arrived', minute.director(key), { way: key === 'marcus' ? 'remote' : 'in_person' });
  minute.fact(-1, 'recorder_taken', null, { device: 'demo' });
  minute.fact(0, 'called_to_order', null, {});
  await repaving(minute);
  await barrel(minute);
  await hinges(minute);
  minute.fact(31, 'item_started', minute.item('forum'), {});
  await executiveSession(minute);
  minute.fact(70, 'item_started', minute.item('end'), {});
  minute.fact(72, 'adjourned', null, {});
  await minute.save();
  await writeMinutes(community, minute);
  await addActions(community, minute);
};

const executiveSession = async (minute: Minute): Promise<void> => {
  const item = minute.item('executive');
  minute.fact(46, 'executive_started', null, {});
  minute.fact(46, 'item_started', item, {});
  const motion = await minute.motion(50, item, {
    words: 'That the account of 39 Mill Pond Road be offered a plan of six months.',
    mover: 'marcus',
    second: 'dale',
    method: 'voice',
    more: { public_summary: 'The board offered a payment plan.' },
  });
  minute.result(60, motion, {
    outcome: 'adopted',
    method: 'voice',
    votes: { for: 3, against: 0, abstain: 0 },
    present: 3,
    roll: 3,
  });
  minute.fact(68, 'executive_ended', null, {});
};

const TEXTS = [
  {
    item: 'repaving',
    text: 'Three quotes were compared. The reserve study asks for a balance of $60,000 at the end of the year.',
  },
  { item: 'barrel', text: 'The barrel holds 50 gallons and cannot be seen from the street.' },
  { item: 'forum', text: 'Two residents asked about the hours of the pool. The board will post them.' },
  { item: 'executive', text: 'The treasurer reported on one delinquent account.' },
];

const writeMinutes = async (community: Community, minute: Minute): Promise<void> => {
  for (const { item, text } of TEXTS)
    await actAt(community, 'dale', minute.at(90), 'saveMinutesText', {
      id: community.id(`text/${KEY}/${item}`),
      meeting_id: minute.id,
      item_id: minute.item(item),
      text: `<p>${text}</p>`,
      at: minute.at(90),
      desk: 'Record',
    });
  for (const [at, status] of [
    [1500, 'draft'],
    [1600, 'in_review'],
    [9000, 'approved'],
  ] as const)
    await actAt(community, 'dale', minute.at(at), 'setMinutesStatus', { meeting_id: minute.id, status });
  publishAs(community, KEY, 'Board meeting minutes, last month');
};

/** One done, one open, one overdue. */
const addActions = async (community: Community, minute: Minute): Promise<void> => {
  const { today } = community.clock;
  const actions = [
    {
      label: 'hinges',
      who: 'dale',
      title: 'Order the hinges of the pool gate',
      due_on: addDays(today, -12),
      item: 'hinges',
    },
    {
      label: 'contract',
      who: 'board',
      title: 'Sign the contract with Prairie Asphalt',
      due_on: addDays(today, 10),
      item: 'repaving',
    },
    { label: 'hours', who: 'marcus', title: 'Post the hours of the pool', due_on: addDays(today, -4), item: 'forum' },
  ];
  for (const { label, who, item, ...action } of actions)
    await actAt(community, 'dale', minute.at(75), 'createActionItem', {
      id: community.id(`action/${KEY}/${label}`),
      ...action,
      owner_id: community.person(who).id,
      meeting_id: minute.id,
      item_id: minute.item(item),
      desk: 'Record',
    });
  await act(community, 'dale', 2, 'updateActionItem', {
    id: community.id(`action/${KEY}/hinges`),
    status: 'done',
    done_note: 'Delivered, and put in.',
  });
};
