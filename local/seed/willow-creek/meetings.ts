import { addDays } from '../../../schema/dates.ts';
import { nthId } from '../../../sync/meetings/ids.ts';
import { act, actAt } from '../act.ts';
import type { Community } from '../community.ts';
import { Minute } from '../meetings/record.ts';
import { addItems, eveningOf, publishAs, scheduleMeeting, sendNotice } from '../meetings/scheduling.ts';

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

const KEY = 'board/last';

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

/** Voted by roll call, amended. */
const repaving = async (minute: Minute): Promise<void> => {
  const item = minute.item('repaving');
  minute.fact(3, 'item_started', item, {});
  const motion = await minute.motion(8, item, {
    words: 'That Prairie Asphalt repave Mill Pond Road for $48,200.',
    mover: 'marcus',
    second: 'dale',
    method: 'roll_call',
  });
  const text_id = minute.fact(
    12,
    'motion_text',
    motion.id,
    { mover: 'Bea Marsh', reason: 'The reserve must keep three months of dues.' },
    {
      text: '<p>That Prairie Asphalt repave Mill Pond Road for at most $46,000, in May.</p>',
      replaces: [motion.text_id],
    },
  );
  const vote = (key: string, choice: 'for' | 'against') =>
    minute.fact(14, 'vote', minute.director(key), { motion_id: motion.id, choice });
  const counted = [vote('board', 'for'), vote('dale', 'for'), vote('marcus', 'against')];
  minute.result(
    15,
    { ...motion, text_id },
    {
      outcome: 'adopted',
      method: 'roll_call',
      votes: { for: 2, against: 1, abstain: 0 },
      present: 3,
      roll: 3,
      counted,
    },
  );
};

/** Voted by count, with a recusal. */
const barrel = async (minute: Minute): Promise<void> => {
  const item = minute.item('barrel');
  minute.fact(17, 'item_started', item, {});
  minute.fact(18, 'recused', minute.director('marcus'), { item_id: item, nature: 'Neighbor of the home', stays: true });
  const motion = await minute.motion(19, item, {
    words: 'That the rain barrel be approved as described.',
    mover: 'dale',
    second: 'board',
    method: 'count',
  });
  minute.fact(22, 'count', motion.id, { label: 'The table', for: 2, against: 0, abstain: 0 });
  minute.result(23, motion, {
    outcome: 'adopted',
    method: 'count',
    votes: { for: 2, against: 0, abstain: 0 },
    present: 3,
    roll: 3,
  });
};

/** Voted by voice. */
const hinges = async (minute: Minute): Promise<void> => {
  const item = minute.item('hinges');
  minute.fact(25, 'item_started', item, {});
  const motion = await minute.motion(26, item, {
    words: 'That both hinges of the pool gate be replaced for at most $140.',
    mover: 'dale',
    second: 'marcus',
    method: 'voice',
  });
  minute.result(29, motion, {
    outcome: 'adopted',
    method: 'voice',
    votes: { for: 3, against: 0, abstain: 0 },
    present: 3,
    roll: 3,
  });
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

/** In six days: notice sent, one mail failed, two units got it on paper. */
const nextBoardMeeting = async (community: Community): Promise<void> => {
  const key = 'board/next';
  const starts_at = eveningOf(community, 6, '19:00');
  const at = eveningOf(community, -5, '12:00');
  await scheduleMeeting(community, {
    key,
    by: 'board',
    kind: 'board_regular',
    title: 'Board meeting',
    starts_at,
    at,
    more: {
      chair_id: community.person('board').id,
      secretary_id: community.person('dale').id,
      desk_ids: [community.person('dale').id],
      exec_summary: 'The board will discuss a violation.',
    },
  });
  const record = (entity: string, title: string) => ({ record: { entity, id: community.id(`${entity}/${title}`) } });
  await addItems(community, key, 'board', at, [
    { label: 'call', title: 'Call to order', more: { kind: 'call_to_order', minutes: 2 } },
    { label: 'minutes', title: 'Approve the minutes of the last meeting', more: { minutes: 5, consent: true } },
    {
      label: 'solar',
      title: 'Architectural: Solar panels on the south roof',
      more: { ...record('request', 'Solar panels on the south roof'), minutes: 15 },
    },
    {
      label: 'keypad',
      title: 'Main gate keypad',
      more: {
        ...record('request', 'Main gate keypad is dark at night'),
        minutes: 10,
        proposal: '<p>That the keypad of the main gate be replaced for at most $900.</p>',
      },
    },
    {
      label: 'hours',
      title: 'Post the hours of the pool',
      more: { record: { entity: 'actionItem', id: community.id(`action/${KEY}/hours`) }, minutes: 5 },
    },
    { label: 'forum', title: 'Open forum', more: { kind: 'open_forum', minutes: 15 } },
    {
      label: 'lawn',
      title: 'Violation: Lawn not mowed since August',
      more: { ...record('violation', 'Lawn not mowed since August'), minutes: 10 },
    },
    { label: 'end', title: 'Adjournment', more: { kind: 'adjournment' } },
  ]);
  await sendNotice(community, { key, by: 'board', at: eveningOf(community, -4, '13:00'), failed: ['walter'] });
  const minute = new Minute(community, { key, by: 'board', starts_at });
  minute.fact(-3 * 1440, 'paper_notice', null, {
    way: 'handed',
    on: addDays(community.clock.today, -3),
    name: 'Bea Marsh',
    units: ['heron3', 'mill37'].map((home) => community.id(`address/${home}`)),
  });
  await minute.save(eveningOf(community, -3, '17:00'));
};

/** Its place on the agenda of the annual template. */
const NEW_BUSINESS = 8;

/** In twenty days: the roll is frozen, and five owners have given proxies. */
const nextAnnualMeeting = async (community: Community): Promise<void> => {
  const key = 'annual/next';
  const starts_at = eveningOf(community, 20, '18:30');
  const at = eveningOf(community, -14, '12:00');
  const meeting_id = await scheduleMeeting(community, {
    key,
    by: 'board',
    kind: 'member_annual',
    title: 'Annual meeting',
    starts_at,
    at,
    more: {
      template: 'annual',
      chair_id: community.person('board').id,
      secretary_id: community.person('dale').id,
      proxy_officers: ['Bea Marsh', 'Dale Brooks'],
    },
  });
  await addItems(community, key, 'board', at, [
    {
      label: 'roof',
      title: 'Assessment for the roof of the clubhouse',
      more: {
        after_id: nthId(meeting_id, NEW_BUSINESS),
        minutes: 20,
        proposal: '<p>That each unit pay $300 for the roof of the clubhouse.</p>',
      },
    },
    {
      label: 'pets',
      title: 'Rule on pets',
      more: {
        after_id: community.id(`item/${key}/roof`),
        minutes: 15,
        proposal: '<p>That dogs be leashed outside the dog park.</p>',
      },
    },
  ]);
  await actAt(community, 'board', at, 'freezeRoll', { meeting_id });
  await sendNotice(community, { key, by: 'board', at: eveningOf(community, -13, '12:00') });
  await addProxies(community, key, meeting_id);
};

const addProxies = async (community: Community, key: string, meeting_id: string): Promise<void> => {
  const id = (label: string) => community.id(`proxy/${key}/${label}`);
  const address = (home: string) => community.id(`address/${home}`);
  const directed = (choice: string) => [
    { item_id: community.id(`item/${key}/roof`), choice },
    { item_id: community.id(`item/${key}/pets`), choice: 'for' },
  ];
  const give = (who: string, home: string, days: number, more: object) =>
    act(community, who, days, 'giveProxy', { id: id(who), meeting_id, address_id: address(home), ...more });
  await give('priya', 'willow22', 9, { holder_name: 'Bea Marsh', kind: 'directed', directions: directed('for') });
  await give('grace', 'willow18', 7, {
    holder_name: 'Tom Lindqvist',
    kind: 'directed',
    directions: directed('against'),
  });
  await give('walter', 'heron3', 6, { holder_name: 'Dale Brooks', kind: 'general' });
  await give('elena', 'cattail2', 5, { holder_name: 'Bea Marsh', kind: 'quorum' });
  await act(community, 'elena', 3, 'revokeProxy', { id: id('elena') });
  await act(community, 'dale', 2, 'recordProxy', {
    id: id('beth'),
    meeting_id,
    address_id: address('mill39'),
    giver_name: 'Beth Lindqvist',
    giver_id: community.person('beth').id,
    holder_name: 'Bea Marsh',
    kind: 'general',
    signed_at: addDays(community.clock.today, -4),
  });
};
