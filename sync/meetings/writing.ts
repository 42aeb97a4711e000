import { bodyOf } from '../../schema/meetings.ts';
import type { Unsaved } from '../../schema/rows.ts';
import type { AgendaItem, Meeting } from '../../schema/tables/meetings.ts';
import { authorize, find, Refusal, type Tx } from '../tx.ts';
import { USER_NOT_FOUND } from '../users/entity.ts';
import { rollId } from './books.ts';
import { canManage } from './entity.ts';
import { derivedId } from './ids.ts';
import { MEETING_NOT_FOUND } from './kinds.ts';
import { type RollRow, rollOfDirectors } from './roll.ts';
import { directorsOf, rulesFor, settingsOf } from './rules.ts';

export const ITEM_NOT_FOUND = 'Agenda item not found';

/** The meeting, if the actor may change it. Throws Refusal('not_found') and Refusal('forbidden'). */
export const findMeeting = async (tx: Tx, id: string): Promise<Meeting> => {
  const meeting = await find(tx, 'meeting', id, MEETING_NOT_FOUND);
  authorize(canManage(tx.actor));
  return meeting;
};

/** Throws Refusal('conflict') for a canceled one too. */
export const findOpenMeeting = async (tx: Tx, id: string): Promise<Meeting> => {
  const meeting = await findMeeting(tx, id);
  if (meeting.status === 'canceled') throw new Refusal('conflict', 'This meeting was canceled.');
  return meeting;
};

/** Throws Refusal('not_found') unless all are users of the HOA. */
export const assertUsers = async (tx: Tx, ids: readonly (string | null | undefined)[]): Promise<void> => {
  const named = [...new Set(ids.filter((id) => typeof id === 'string'))];
  await Promise.all(named.map((id) => find(tx, 'user', id, USER_NOT_FOUND)));
};

export const readSettings = async (tx: Tx) => settingsOf((await tx.get('meetingRules', tx.actor.hoa_id))?.settings);

/** Brings what `schedule` asks for into the read that is made anyway. */
export const readToSchedule = (tx: Tx, id: string): Promise<unknown> =>
  Promise.all([readSettings(tx), tx.list('user', 'hoa_id', tx.actor.hoa_id), tx.list('rollUnit', 'meeting_id', id)]);

/** Copies the rules into a meeting that becomes scheduled, with its roll where that is known: of the directors, or of the
 * meeting that it continues. */
export const schedule = async (tx: Tx, meeting: Unsaved<Meeting>): Promise<void> => {
  const [settings, users, earlier] = await Promise.all([
    readSettings(tx),
    tx.list('user', 'hoa_id', tx.actor.hoa_id),
    meeting.adjourned_from ? tx.get('meeting', meeting.adjourned_from) : undefined,
  ]);
  const directors = directorsOf(settings, users);
  const rules = rulesFor(settings, meeting as Meeting, directors);
  const scheduled = { ...meeting, status: 'scheduled' as const, rules };
  if (earlier && bodyOf(meeting.kind) === 'member') {
    const continued = { ...scheduled, rules: { ...rules, ...continuedRules(earlier) } };
    await copyRoll(tx, continued, earlier);
    await copyProxies(tx, continued, earlier);
    await tx.put('meeting', continued);
    return;
  }
  const isBoard = bodyOf(meeting.kind) === 'board';
  await tx.put('meeting', { ...scheduled, roll_frozen_at: isBoard ? tx.now : null });
  if (!isBoard) return;
  await putRoll(tx, meeting.id, rollOfDirectors({ id: meeting.id }, directors, users, settings.named_directors));
};

/** The same quorum and the same proxies, as the first meeting was called with. */
const continuedRules = ({ rules }: Meeting) =>
  rules ? { quorum: rules.quorum, adjourned_quorum: rules.adjourned_quorum, proxies: rules.proxies } : {};

/** Rows that are no longer on the roll stay, withdrawn, because facts may name them. */
export const putRoll = async (tx: Tx, meeting_id: string, rows: readonly RollRow[]): Promise<void> => {
  const known = await tx.list('rollUnit', 'meeting_id', meeting_id);
  const ids = new Set(rows.map(({ id }) => id));
  const gone = known.filter(({ id, removed_at }) => !ids.has(id) && !removed_at);
  await Promise.all([
    ...rows.map((row) => tx.put('rollUnit', row)),
    ...gone.map((row) => tx.put('rollUnit', { ...row, removed_at: tx.now })),
  ]);
};

const copyRoll = async (tx: Tx, meeting: Unsaved<Meeting>, earlier: Meeting): Promise<void> => {
  meeting.roll_frozen_at = earlier.roll_frozen_at;
  meeting.record_date = earlier.record_date;
  const rows = await tx.list('rollUnit', 'meeting_id', earlier.id);
  await putRoll(
    tx,
    meeting.id,
    rows
      .filter(({ removed_at }) => !removed_at)
      .map((row) => ({
        ...row,
        id: rollId(meeting.id, row.id.slice(earlier.id.length + 1)),
        meeting_id: meeting.id,
        changes: null,
      })),
  );
};

const DAY_MS = 86_400_000;

/** A proxy is for one meeting and its adjournments, for some days after the first of them. */
const copyProxies = async (tx: Tx, meeting: Unsaved<Meeting>, earlier: Meeting): Promise<void> => {
  const first_at = meeting.first_at ?? earlier.starts_at;
  const days = (Date.parse(meeting.starts_at) - Date.parse(first_at)) / DAY_MS;
  if (days > (earlier.rules?.proxies.valid_days ?? 0)) return;
  const given = await tx.list('proxy', 'meeting_id', earlier.id);
  const valid = given.filter(({ status }) => status === 'active');
  await Promise.all(
    valid.map((proxy) =>
      tx.put('proxy', {
        ...proxy,
        id: derivedId(meeting.id, proxy.id),
        meeting_id: meeting.id,
        directions: proxy.directions.map((one) => ({ ...one, item_id: derivedId(meeting.id, one.item_id) })),
      }),
    ),
  );
};

/** Residents see it once the notice was sent, unless all of the meeting is executive. */
export const noticedOf = ({ noticed, executive_only }: Pick<Meeting, 'noticed' | 'executive_only'>): boolean =>
  noticed && !executive_only;

type NewItem = Pick<AgendaItem, 'id' | 'title' | 'position'> & Partial<Unsaved<AgendaItem>>;

/** An agenda item with defaults for what `item` does not name. */
export const newItem = (tx: Tx, meeting: Unsaved<Meeting>, item: NewItem): Unsaved<AgendaItem> => ({
  kind: 'business',
  description: '',
  minutes: null,
  presenter: null,
  executive: false,
  consent: false,
  proposal: '',
  record: null,
  on_adopt: null,
  on_fail: null,
  papers: null,
  ...item,
  meeting_id: meeting.id,
  noticed: noticedOf(meeting as Meeting),
  removed_at: null,
  created_at: tx.now,
});
