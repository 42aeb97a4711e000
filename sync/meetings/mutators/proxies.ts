import type * as z from 'zod/mini';
import { proxyGift, proxyPhoto, proxyRecord, proxyRevocation, proxyRuling } from '../../../schema/meeting-notice.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { MeetingProxy } from '../../../schema/tables/voters.ts';
import { fileOf, replaceFile } from '../../photos/files.ts';
import { assertNew, authorize, find, mutator, orNotFound, Refusal, type Tx } from '../../tx.ts';
import { rollId } from '../books.ts';
import { MEETING_NOT_FOUND } from '../kinds.ts';
import { shortTimeInWords } from '../local-time.ts';
import {
  DIRECTIONS_MISSING,
  directedItems,
  NOT_AN_OWNER,
  PROXY_NOT_FOUND,
  proxyDeadline,
  takesProxies,
} from '../proxies/proxy-rules.ts';
import { canRecord, findRecordable } from '../rights.ts';
import { ownersByDefault, unitLabel, votersOf as userIdsOf } from '../roll.ts';

const giveProxy = mutator(proxyGift, async (tx, args) => {
  const meeting = await find(tx, 'meeting', args.meeting_id, MEETING_NOT_FOUND);
  assertNew(await tx.get('proxy', args.id));
  assertTakesProxies(meeting);
  const { voter_ids } = await findVoters(tx, meeting, args.address_id);
  authorize(voter_ids.includes(tx.actor.id), NOT_AN_OWNER);
  await assertInTime(tx, meeting);
  await putProxy(tx, meeting, {
    ...args,
    giver_name: tx.actor.name || tx.actor.email,
    giver_id: tx.actor.id,
    holder_id: null,
    signed_at: tx.now,
    way: 'app',
    voter_ids: [...voter_ids],
  });
});

/** `tx.now` is the time of arrival on the server. */
const assertInTime = async (tx: Tx, meeting: Meeting) => {
  const deadline = proxyDeadline(meeting);
  if (tx.now <= deadline) return;
  const hoa = await tx.get('hoa', tx.actor.hoa_id);
  const time = shortTimeInWords(hoa?.time_zone ?? 'UTC', deadline);
  throw new Refusal(
    'conflict',
    `This proxy arrived after the deadline (${time}). Bring a signed paper to the check-in desk.`,
  );
};

const recordProxy = mutator(proxyRecord, async (tx, args) => {
  const meeting = await findRecordable(tx, args.meeting_id);
  assertNew(await tx.get('proxy', args.id));
  assertTakesProxies(meeting);
  const { voter_ids } = await findVoters(tx, meeting, args.address_id);
  if (args.giver_id !== null && !voter_ids.includes(args.giver_id)) throw new Refusal('not_found', NOT_AN_OWNER);
  if (args.holder_id !== null) await find(tx, 'user', args.holder_id, 'User not found');
  await putProxy(tx, meeting, { ...args, way: 'paper', voter_ids: [...voter_ids] });
});

const assertTakesProxies = (meeting: Meeting) => {
  if (meeting.status === 'canceled') throw new Refusal('conflict', 'This meeting was canceled.');
  if (!takesProxies(meeting)) throw new Refusal('conflict', 'This meeting does not allow proxies.');
};

/** Throws Refusal for a unit that is not on the roll or has no vote. */
const findVoters = async (tx: Tx, meeting: Meeting, address_id: string) => {
  const voters = orNotFound(await votersOf(tx, meeting, address_id), 'This unit is not on the roll of this meeting.');
  if (voters.no_vote) throw new Refusal('conflict', `${voters.label} has no vote in this meeting.`);
  return voters;
};

type Given = z.output<typeof proxyGift> & Omit<MeetingProxy, keyof typeof UNSET | 'hoa_id' | 'rev' | RecordedBy>;
type RecordedBy = 'recorded_at' | 'recorded_by' | 'recorded_by_name';
const UNSET = {
  photo_url: null,
  photo: null,
  status: 'active',
  status_reason: null,
  revoked_at: null,
  revoked_by_name: null,
} as const;

const putProxy = async (tx: Tx, meeting: Meeting, { directions, ...given }: Given) =>
  tx.put('proxy', {
    ...UNSET,
    ...given,
    directions: given.kind === 'directed' ? await checkedDirections(tx, meeting, directions) : [],
    recorded_at: tx.now,
    recorded_by: tx.actor.id,
    recorded_by_name: tx.actor.name || tx.actor.email,
  });

const checkedDirections = async (tx: Tx, meeting: Meeting, directions: Given['directions']) => {
  const items = await Promise.all(directions.map(({ item_id }) => tx.get('agendaItem', item_id)));
  const known = items.filter((item) => item !== undefined);
  const open = directedItems(known.filter(({ meeting_id }) => meeting_id === meeting.id));
  const ids = new Set(open.map(({ id }) => id));
  if (directions.some(({ item_id }) => !ids.has(item_id)))
    throw new Refusal('not_found', 'One of these items does not take voting instructions.');
  if (directions.length === 0) throw new Refusal('invalid', DIRECTIONS_MISSING);
  return directions;
};

/** The photo of a paper follows its record, which may have been made without a connection. */
const attachProxyPhoto = mutator(
  proxyPhoto,
  async (tx, { id, photo_url }) => {
    const { proxy, meeting } = await findProxy(tx, id);
    authorize(canRecord(tx.actor, meeting, tx.now));
    if (proxy.way !== 'paper') throw new Refusal('conflict', 'A proxy given in the app has no paper form.');
    const photo = await fileOf(tx, photo_url, 'proxy', id);
    replaceFile(tx, proxy.photo, photo);
    await tx.put('proxy', { ...proxy, photo_url: photo.key, photo });
  },
  ({ photo_url }) => [photo_url],
);

/** Revoked for good. */
const revokeProxy = mutator(proxyRevocation, async (tx, { id, at, reason }) => {
  const { proxy, meeting } = await findProxy(tx, id);
  const records = canRecord(tx.actor, meeting, tx.now);
  authorize(records || proxy.voter_ids.includes(tx.actor.id));
  if (proxy.status === 'revoked') return;
  await tx.put('proxy', {
    ...proxy,
    status: 'revoked',
    status_reason: reason,
    revoked_at: records && at !== undefined && at < tx.now ? new Date(at).toISOString() : tx.now,
    revoked_by_name: tx.actor.name || tx.actor.email,
  });
});

const REASON_MISSING = 'Please say why the proxy is not valid.';

const settleProxy = mutator(proxyRuling, async (tx, { id, status, reason }) => {
  const { proxy, meeting } = await findProxy(tx, id);
  authorize(canRecord(tx.actor, meeting, tx.now));
  if (proxy.status === 'revoked') throw new Refusal('conflict', 'This proxy was revoked.');
  if (status === 'invalid' && reason === null)
    throw new Refusal('invalid', REASON_MISSING, [{ path: 'reason', msg: REASON_MISSING }]);
  await tx.put('proxy', { ...proxy, status, status_reason: reason });
});

/** Whoever is named for a desk finds it, too, also after they have left the board. */
const findProxy = async (tx: Tx, id: string) => {
  const proxy = orNotFound(await tx.get('proxy', id), PROXY_NOT_FOUND);
  const meeting = orNotFound(await tx.get('meeting', proxy.meeting_id), PROXY_NOT_FOUND);
  if (!canRecord(tx.actor, meeting, tx.now)) await find(tx, 'proxy', id, PROXY_NOT_FOUND);
  return { proxy, meeting };
};

export const mutators = { giveProxy, recordProxy, attachProxyPhoto, revokeProxy, settleProxy };

type UnitVoters = {
  label: string;
  voter_ids: readonly string[];
  /** Why it has no vote; null where it has one. */
  no_vote: 'suspended' | 'non_voting' | null;
};

/** The voters of a unit: as the roll has it once it is frozen, until then by what the board has set, by the holders of its open
 * accounts, by its residents. A device of a resident knows of them only itself. Undefined where there is no such unit. */
const votersOf = async (tx: Tx, meeting: Meeting, address_id: string): Promise<UnitVoters | undefined> => {
  const [unit, address, settings] = await Promise.all([
    tx.get('rollUnit', rollId(meeting.id, address_id)),
    tx.get('address', address_id),
    tx.get('votingUnit', address_id),
  ]);
  if (unit && unit.removed_at === null)
    return { label: unit.label, voter_ids: unit.voter_ids, no_vote: unit.suspended ? 'suspended' : withVote(unit) };
  if (!address || meeting.roll_frozen_at !== null) return undefined;
  const label = unitLabel(address);
  const no_vote = settings ? withVote(settings) : null;
  const designated = settings?.designated ?? null;
  if (settings?.owners) return { label, voter_ids: userIdsOf(settings.owners, designated), no_vote };
  const [accounts, residents] = await Promise.all([
    tx.list('account', 'address_id', address_id),
    tx.list('user', 'address_id', address_id),
  ]);
  const holders = await Promise.all(accounts.flatMap(({ holder_ids }) => holder_ids.map((id) => tx.get('user', id))));
  const people = new Map([...residents, ...holders].flatMap((user) => (user ? [[user.id, user] as const] : [])));
  const owners = ownersByDefault({ ...address, resident_ids: residents.map(({ id }) => id) }, accounts, (id) =>
    people.get(id),
  );
  return { label, voter_ids: userIdsOf(owners, designated), no_vote };
};

const withVote = ({ non_voting }: { non_voting: boolean }) => (non_voting ? 'non_voting' : null);
