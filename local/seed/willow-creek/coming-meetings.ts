import { addDays } from '../../../schema/dates.ts';
import { nthId } from '../../../sync/meetings/ids.ts';
import { act, actAt } from '../act.ts';
import type { Community } from '../community.ts';
import { eveningOf } from '../evening.ts';
import { Minute } from '../meetings/record.ts';
import { addItems, scheduleMeeting, sendNotice } from '../meetings/scheduling.ts';

/** The last board meeting, by the key of its rows. */
export const KEY = 'board/last';

/** In six days: notice sent, one mail failed, two units got it on paper. */
export const nextBoardMeeting = async (community: Community): Promise<void> => {
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
export const nextAnnualMeeting = async (community: Community): Promise<void> => {
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
