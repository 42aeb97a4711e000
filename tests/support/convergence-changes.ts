import { uuidv7 } from 'uuidv7';
import { ANNOUNCEMENT_CATEGORIES } from '../../schema/announcements.ts';
import { addDays } from '../../schema/dates.ts';
import { MEETING_KINDS } from '../../schema/meetings.ts';
import { REQUEST_STATUSES } from '../../schema/requests.ts';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { UploadFeature } from '../../schema/uploads.ts';
import { VIOLATION_STATUSES } from '../../schema/violations.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import type { Device } from './device.ts';

/** A small seeded generator (mulberry32), so that a failing run can be run again. */
export const randomOf = (start: number) => {
  let seed = start;
  return () => {
    seed += 0x6d2b79f5;
    let t = seed;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

/** What chance decides for a change. */
export type Chance = {
  pick<T>(list: readonly T[]): T | undefined;
  /** The users whose role and status may be changed. */
  movable: readonly string[];
  /** A key of a file that is free to be named. */
  file(feature: UploadFeature): string;
};

type Change = (device: Device, chance: Chance) => object | undefined;

/** The rows of an entity that this device holds. */
const rows = <E extends Entity>({ store }: Device, entity: E): readonly Rows[E][] => store.rows(entity).all as never;

/** The id of some row on this device, named as the mutator wants it. */
const choose =
  (entity: Entity, more: (chance: Chance) => object = () => ({})): Change =>
  (device, chance) => {
    const row = chance.pick(rows(device, entity)) as { id: string } | undefined;
    return row && { id: row.id, ...more(chance) };
  };

const text = () => `<p>${uuidv7()}</p>`;
const attachment = (s3_key: string) => ({ s3_key, filename: 'plan.pdf', file_size: 9, file_type: 'pdf' });
const person = (device: Device, { pick }: Chance) => pick(rows(device, 'user'))?.id;
/** Those who came by invitation: the people of the test stay. */
const guest = (device: Device, { pick }: Chance) => {
  const user = pick(rows(device, 'user').filter(({ status }) => status === 'invited'));
  return user && { id: user.id };
};
const DAY = '2098-05-01';
const TODAY = new Date().toISOString().slice(0, 10);

const onAccount =
  (more: (chance: Chance) => object): Change =>
  (device, chance) => {
    const account_id = chance.pick(rows(device, 'account'))?.id;
    return account_id ? { id: uuidv7(), account_id, ...more(chance) } : undefined;
  };
const onEntry: Change = (device, { pick }) => {
  const entry_id = pick(rows(device, 'entry'))?.id;
  return entry_id ? { id: uuidv7(), entry_id, reason: 'A mistake' } : undefined;
};

/** A change of every kind, from what the device sees; nothing where it sees nothing to change. The record of mutators is
 * whole, or this does not compile. */
export const CHANGES: Record<MutatorName, Change> = {
  leaveHoa: () => ({ name: 'another association' }),
  keepHoa: () => ({}),
  requireSecondFactors: (_, { pick }) => ({ required: pick([true, false]) }),
  inviteUser: (device, { pick }) => ({
    id: uuidv7(),
    email: `${uuidv7()}@example.test`,
    role: 'resident',
    phone: null,
    address_id: pick([null, ...rows(device, 'address').map(({ id }) => id)]),
  }),
  resendInvite: guest,
  updateUser: (_, { pick, movable }) => ({
    id: pick(movable),
    ...pick<object>([{ role: 'board' }, { role: 'resident' }, { status: 'inactive' }, { status: 'active' }]),
  }),
  deleteUser: guest,
  eraseUser: guest,
  assignAddress: (device, chance) => {
    const address_id = chance.pick(rows(device, 'address'))?.id;
    const id = person(device, chance);
    return id && address_id ? { id, address_id } : undefined;
  },
  unassignAddress: (device, chance) => {
    const id = person(device, chance);
    return id ? { id } : undefined;
  },
  openAccount: (device, chance) => {
    const id = person(device, chance);
    return id ? { id: `a-${uuidv7()}`, address_id: null, holder_ids: [id] } : undefined;
  },
  joinAccount: (device, chance) => choose('account', () => ({ user_id: person(device, chance) }))(device, chance),
  leaveAccount: (device, chance) => {
    const account = chance.pick(rows(device, 'account').filter(({ holder_ids }) => holder_ids.length > 1));
    return account && { id: account.id, user_id: chance.pick(account.holder_ids) };
  },
  setAccountFlags: choose('account', ({ pick }) => ({ mail_off: pick([true, false]), note: pick([null, 'x']) })),
  transferOwnership: (device, chance) => {
    const account = chance.pick(rows(device, 'account').filter(({ status }) => status === 'open'));
    const buyer = person(device, chance);
    if (!account || !buyer) return undefined;
    const carry = chance.pick(['none', 'balance', 'credit_only']);
    return {
      id: `a-${uuidv7()}`,
      account_id: account.id,
      on: account.opened_on,
      buyer_ids: [buyer],
      carry,
      issued: [],
    };
  },
  createAddress: () => ({ id: uuidv7(), street: `${uuidv7()} Road`, unit_number: null }),
  updateAddress: choose('address', () => ({
    street: `${uuidv7()} Road`,
    unit_number: null,
    is_rented: true,
    notes: 'x',
  })),
  deleteAddress: choose('address'),
  createRequest: (_, { pick, file }) => ({
    id: uuidv7(),
    title: 'x',
    description: text(),
    category: 'Other',
    photo_url: pick([null, file('requests')]),
  }),
  updateRequest: choose('request', ({ pick }) => ({ status: pick(REQUEST_STATUSES), resolution_notes: 'x' })),
  attachRequestFile: choose('request', ({ file }) => ({ photo_url: file('requests') })),
  addPhoto: choose('request', ({ file }) => ({ entity: 'request', photo_url: file('requests') })),
  removePhoto: (device, { pick }) => {
    const request = pick(rows(device, 'request'));
    return request?.photo_url ? { entity: 'request', id: request.id, photo_url: request.photo_url } : undefined;
  },
  addRequestComment: (device, { pick }) => {
    const request = pick(rows(device, 'request'));
    return request && { id: uuidv7(), request_id: request.id, message: text(), is_public: pick([true, true, false]) };
  },
  createAnnouncement: (device, chance) => ({
    id: uuidv7(),
    title: 'x',
    message: text(),
    category: 'general',
    audience_type: chance.pick(['all', 'residents', 'custom', 'board']),
    custom_recipients: [person(device, chance)].filter(Boolean),
    attachment: chance.pick([null, attachment(chance.file('announcements'))]),
  }),
  updateAnnouncement: choose('announcement', ({ pick }) => ({ title: 'y', category: pick(ANNOUNCEMENT_CATEGORIES) })),
  deleteAnnouncement: choose('announcement'),
  sendAnnouncement: choose('announcement'),
  retryAnnouncement: choose('announcement', () => ({ user_ids: [] })),
  markAnnouncementRead: choose('announcement'),
  createDocument: (_, { pick, file }) => ({
    id: uuidv7(),
    title: 'x',
    category: 'Other',
    notes: null,
    tags: [],
    is_public: pick([true, false]),
    s3_key: file('documents'),
    file_type: 'pdf',
    file_size: 9,
    text: pick([undefined, 'x y']),
  }),
  updateDocument: choose('document', ({ pick }) => ({ title: 'y', is_public: pick([true, false]) })),
  deleteDocument: choose('document'),
  createViolation: (device, chance) => {
    const user_id = person(device, chance);
    if (!user_id) return undefined;
    const words = { category: 'Other', title: 'x', message: text(), due_date: DAY };
    return { id: uuidv7(), user_id, ...words, photo_url: null };
  },
  updateViolation: choose('violation', () => ({ due_date: DAY })),
  setViolationStatus: choose('violation', ({ pick }) => ({ status: pick(VIOLATION_STATUSES) })),
  attachViolationFile: choose('violation', ({ file }) => ({ photo_url: file('violations') })),
  addViolationMessage: (device, { pick }) => {
    const violation = pick(rows(device, 'violation'));
    return violation && { id: uuidv7(), violation_id: violation.id, message: text(), is_internal: pick([true, false]) };
  },
  createDue: (device, chance) => {
    const recipient = person(device, chance);
    if (!recipient) return undefined;
    const dates = { frequency: 'one_time', send_date: chance.pick([DAY, '2025-05-01']), due_date_offset: 7 };
    return {
      id: uuidv7(),
      title: 'x',
      ...dates,
      recipients: [recipient],
      amount: 10,
      reason: 'dues',
      description: null,
    };
  },
  updateDue: choose('due', ({ pick }) => ({ title: 'y', status: pick(['active', 'inactive']) })),
  setInvoiceStatus: choose('invoice', ({ pick }) => ({ status: pick(['paid', 'canceled']) })),
  chargeAccount: onAccount(({ pick }) => ({
    category: pick(['fine', 'other']),
    amount: 25,
    due_on: addDays(TODAY, 30),
  })),
  creditAccount: onAccount(() => ({ amount: 5, reason: 'Good will' })),
  reverseEntry: onEntry,
  waiveEntry: onEntry,
  writeOffEntry: onEntry,
  recordPayment: onAccount(({ pick }) => ({
    amount: pick([10, 25]),
    ...pick<object>([{ method: 'cash' }, { method: 'check', reference: '1042' }]),
    received_on: TODAY,
  })),
  returnPayment: (device, { pick }) => {
    const payment_id = pick(rows(device, 'payment'))?.id;
    return payment_id ? { id: uuidv7(), payment_id, returned_on: TODAY, reason: 'No funds' } : undefined;
  },
  recordRefund: (device, { pick }) => {
    const source_id = pick(rows(device, 'entry').filter(({ kind }) => kind === 'payment' || kind === 'credit'))?.id;
    const given = { amount: 5, method: 'cash', refunded_on: TODAY, reason: 'Paid twice' };
    return source_id ? { id: uuidv7(), source_id, ...given } : undefined;
  },
  mailReceipt: (device, { pick }) => {
    const id = pick(rows(device, 'payment'))?.id;
    return id ? { id } : undefined;
  },
  resolveDuplicate: (device, { pick }) => {
    const id = pick(rows(device, 'payment'))?.id;
    return id ? { id, keep: pick(['both', id]) } : undefined;
  },
  createPlan: (device, { pick }) => {
    const covered = pick(
      rows(device, 'entry').filter(({ kind, amount_cents }) => kind === 'charge' && amount_cents > 0),
    );
    const half = (covered?.amount_cents ?? 0) / 200;
    return covered
      ? {
          id: uuidv7(),
          account_id: covered.account_id,
          covers: [covered.id],
          instalments: [DAY, addDays(DAY, 30)].map((due_on) => ({ due_on, amount: half })),
        }
      : undefined;
  },
  cancelPlan: choose('plan', () => ({ reason: 'Paid otherwise' })),
  remindNow: onAccount(() => ({})),
  printReminders: (device, { pick }) => {
    const id = pick(rows(device, 'reminder'))?.id;
    return id ? { ids: [id] } : undefined;
  },
  createDeposit: () => ({ id: uuidv7(), name: 'x', made_on: TODAY }),
  closeDeposit: choose('deposit', () => ({ status: 'closed' })),
  createPolicy: (_, { pick }) => ({
    id: uuidv7(),
    kind: 'application',
    starts_on: DAY,
    settings: { order: pick(['oldest_first', 'interest_first']) },
  }),
  importOpening: (device, { pick }) => {
    const account_id = pick(rows(device, 'account'))?.id;
    const line = { line: 2, account_id, balance: pick([40, -15]), as_of: '2025-12-31' };
    return account_id ? { import_id: uuidv7(), lines: [line] } : undefined;
  },
  undoOpening: (device, { pick }) => {
    const entry = pick(rows(device, 'entry').filter(({ kind }) => kind === 'opening'));
    return entry && { import_id: entry.batch_id, entry_ids: [entry.id] };
  },
  withdrawPolicy: choose('policy'),
  setMeetingRules: (_, { pick }) => ({ speaker_seconds: pick([60, 120]), show_seconder: pick([true, false]) }),
  setVotingUnit: choose('address', ({ pick }) => ({ weight: pick([1, 250]), non_voting: pick([true, false]) })),
  createMeeting: (_, { pick }) => ({
    id: uuidv7(),
    kind: pick(MEETING_KINDS),
    title: 'x',
    starts_at: `${DAY}T18:00:00Z`,
    status: pick(['draft', 'scheduled']),
    template: pick([null, 'board', 'annual']),
  }),
  updateMeeting: choose('meeting', ({ pick }) => ({
    ...pick<object>([{ place: 'y' }, { status: 'scheduled' }, { executive_only: true }]),
  })),
  cancelMeeting: choose('meeting', () => ({ reason: 'x' })),
  deleteMeeting: choose('meeting'),
  freezeRoll: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting'))?.id;
    return meeting_id ? { meeting_id } : undefined;
  },
  addRollUnit: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting'))?.id;
    const member_id = pick([...rows(device, 'address'), ...rows(device, 'user')])?.id;
    return meeting_id && member_id ? { meeting_id, member_id, reason: 'x' } : undefined;
  },
  updateRollUnit: choose('rollUnit', ({ pick }) => ({ weight: pick([1, 3]), reason: 'x' })),
  addAgendaItem: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting'))?.id;
    return meeting_id ? { id: uuidv7(), meeting_id, title: 'x', executive: pick([true, false]) } : undefined;
  },
  addAgendaRecords: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting'))?.id;
    const request = pick(rows(device, 'request'))?.id;
    const items = [{ id: uuidv7(), record: { entity: 'request', id: request } }];
    return meeting_id && request ? { meeting_id, items } : undefined;
  },
  updateAgendaItem: choose('agendaItem', ({ pick }) => ({ title: 'y', executive: pick([true, false]) })),
  moveAgendaItem: (device, { pick }) => {
    const item = pick(rows(device, 'agendaItem'));
    const after = pick(rows(device, 'agendaItem').filter(({ meeting_id }) => meeting_id === item?.meeting_id));
    return item && { id: item.id, after_id: pick([null, after?.id ?? null]) };
  },
  withdrawAgendaItem: choose('agendaItem', ({ pick }) => ({ withdrawn: pick([true, false]) })),
  recordFacts: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting'))?.id;
    const fact = {
      id: uuidv7(),
      kind: 'guest',
      data: { name: 'A neighbour' },
      at: `${TODAY}T12:00:00.000Z`,
      desk: 'x',
    };
    return meeting_id ? { meeting_id, facts: [fact] } : undefined;
  },
  makeMotion: (device, { pick }) => {
    const item = pick(rows(device, 'agendaItem'));
    const rules = { threshold: { kind: 'majority', basis: 'units' }, method: 'voice' };
    const made = { id: uuidv7(), number: '1', mover: 'Bea', at: `${TODAY}T12:00:00.000Z`, desk: 'x', ...rules };
    return item && { ...made, meeting_id: item.meeting_id, item_id: item.id };
  },
  updateMotion: choose('motion', ({ pick }) => ({ method: pick(['voice', 'count']) })),
  saveMinutesText: (device, { pick }) => {
    const item = pick(rows(device, 'agendaItem'));
    const known = pick(rows(device, 'minutesText').filter(({ item_id }) => item_id === item?.id));
    const replaces = known ? [known.id] : [];
    return item && { id: uuidv7(), meeting_id: item.meeting_id, item_id: item.id, text: text(), replaces, desk: 'x' };
  },
  setMinutesStatus: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting'))?.id;
    return meeting_id ? { meeting_id, status: pick(['draft', 'in_review', 'approved']) } : undefined;
  },
  publishMinutes: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting').filter(({ status }) => status === 'scheduled'))?.id;
    return meeting_id ? { meeting_id } : undefined;
  },
  applyDecision: (device, { pick }) => {
    const motion_id = pick(rows(device, 'motion'))?.id;
    return motion_id ? { motion_id, seen: { status: pick(REQUEST_STATUSES) } } : undefined;
  },
  createActionItem: (device, { pick }) => {
    const item = pick(rows(device, 'agendaItem'));
    return item && { id: uuidv7(), title: 'x', owner_name: 'Pat', meeting_id: item.meeting_id, item_id: item.id };
  },
  updateActionItem: choose('actionItem', ({ pick }) => ({ status: pick(['open', 'done', 'dropped']) })),
  sendMeetingNotice: choose('meeting', () => ({ announcement_id: uuidv7(), again: true })),
  giveProxy: (device, { pick }) => {
    const unit = pick(rows(device, 'rollUnit'));
    const given = { id: uuidv7(), holder_name: 'x', kind: 'general' };
    return unit && { ...given, meeting_id: unit.meeting_id, address_id: unit.address_id ?? unit.meeting_id };
  },
  recordProxy: (device, { pick }) => {
    const unit = pick(rows(device, 'rollUnit'));
    const given = { id: uuidv7(), giver_name: 'x', holder_name: 'x', kind: 'quorum', signed_at: TODAY };
    return unit && { ...given, meeting_id: unit.meeting_id, address_id: unit.address_id ?? unit.meeting_id };
  },
  attachProxyPhoto: choose('proxy', ({ file }) => ({ photo_url: file('meetings') })),
  revokeProxy: choose('proxy'),
  settleProxy: choose('proxy', ({ pick }) => ({ status: pick(['active', 'invalid']), reason: 'x' })),
  resendFailedJob: choose('failedJob'),
  dismissFailedJob: choose('failedJob'),
  dismissRefusal: choose('refusal'),
  updateNotificationPreferences: (_, { pick }) => ({
    choices: { reply: { mail: pick([true, false]) }, status: { push: pick([true, false]) } },
    quiet_hours: pick([null, { from: 21, to: 7 }]),
    digest_hour: pick([null, 8]),
  }),
};

/** Where the row of a creation stands. */
export const TABLES: Partial<Record<MutatorName, string>> = {
  inviteUser: 'users',
  openAccount: 'accounts',
  createAddress: 'addresses',
  createRequest: 'requests',
  addRequestComment: 'request_comments',
  createAnnouncement: 'announcements',
  createDocument: 'documents',
  createViolation: 'violations',
  addViolationMessage: 'violation_messages',
  createDue: 'dues',
  recordPayment: 'payments',
  createDeposit: 'deposits',
  createPolicy: 'policies',
  createPlan: 'plans',
  giveProxy: 'proxies',
  recordProxy: 'proxies',
  makeMotion: 'motions',
  createActionItem: 'action_items',
  saveMinutesText: 'minutes_texts',
  createMeeting: 'meetings',
  addAgendaItem: 'agenda_items',
};
