import { uuidv7 } from 'uuidv7';
import { addDays } from '../../schema/dates.ts';
import { DEFAULT_RULES } from '../../sync/meetings/rules.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import type { Records } from './isolation-records.ts';

/** What a mutator or a route is given, with ids of the caller's own HOA. The test puts other HOAs' ids in their place. */
type Args = (mine: Records) => Record<string, unknown>;
export type Verdict = 'ok' | 'forbidden' | 'not_found';

export type MutatorCell = {
  args: Args;
  resident: Verdict;
  /** 'ok' where it is missing. */
  board?: Verdict;
  /** 'ok' where it is missing. */
  superadmin?: Verdict;
  /** The kind of record it makes, under the id among its arguments. */
  creates?: keyof Records;
  /** Arguments that name what need not be there: an absent id is passed over. */
  passesOver?: string[];
};

const attachment = (key: string) => ({ s3_key: key, filename: 'plan.pdf', file_size: 9, file_type: 'pdf' });
const DAY = '2098-05-01';
const NOON = '2098-05-01T12:00:00.000Z';
const TODAY = new Date().toISOString().slice(0, 10);
const OPENING_LINE = {
  ...{ line: 2, email: null, street: null, unit: null, name: null },
  ...{ balance: 12.5, as_of: '2025-12-31', due_on: '2025-12-31', category: 'fine', memo: 'x' },
};

const MEETING_FIELDS = {
  ...{ kind: 'member_annual', title: 'x', starts_at: `${DAY}T18:00:00Z`, ends_at: `${DAY}T20:00:00Z`, place: 'x' },
  ...{ remote_link: 'https://example.test/x', purpose: 'x', proxy_officers: ['x'], executive_only: false },
  ...{ has_election: true, exec_summary: 'x', record_date: DAY },
};
const ITEM_FIELDS = {
  ...{ kind: 'business', title: 'x', description: '<p>x</p>', minutes: 5, presenter: 'x', executive: true },
  ...{ consent: true, proposal: '<p>x</p>' },
};

/** Every mutator: its arguments, all of them, and what becomes of it when a resident asks. */
export const MUTATORS: Record<MutatorName, MutatorCell> = {
  leaveHoa: { args: ({ hoa }) => ({ name: `Willow ${hoa}` }), resident: 'forbidden', board: 'forbidden' },
  keepHoa: { args: () => ({}), resident: 'forbidden', board: 'forbidden' },
  requireSecondFactors: { args: () => ({ required: false }), resident: 'forbidden', board: 'forbidden' },
  inviteUser: {
    args: ({ address }) => ({
      id: uuidv7(),
      email: `${uuidv7()}@example.test`,
      role: 'resident',
      phone: null,
      address_id: address,
    }),
    resident: 'forbidden',
    creates: 'newcomer',
  },
  resendInvite: { args: ({ invited }) => ({ id: invited }), resident: 'forbidden' },
  updateUser: {
    args: ({ newcomer }) => ({ id: newcomer, name: 'New Name', role: 'board', status: 'inactive' }),
    resident: 'forbidden',
  },
  deleteUser: { args: ({ newcomer }) => ({ id: newcomer }), resident: 'forbidden' },
  eraseUser: { args: ({ former }) => ({ id: former }), resident: 'forbidden' },
  assignAddress: { args: ({ newcomer, address }) => ({ id: newcomer, address_id: address }), resident: 'forbidden' },
  unassignAddress: { args: ({ resident }) => ({ id: resident }), resident: 'forbidden' },
  openAccount: {
    args: ({ address, newcomer }) => ({ id: `a-${uuidv7()}`, address_id: address, holder_ids: [newcomer] }),
    resident: 'forbidden',
    creates: 'account',
  },
  joinAccount: { args: ({ account, newcomer }) => ({ id: account, user_id: newcomer }), resident: 'forbidden' },
  leaveAccount: { args: ({ account, invited }) => ({ id: account, user_id: invited }), resident: 'forbidden' },
  setAccountFlags: {
    args: ({ account }) => ({ id: account, fees_off_until: DAY, mail_off: true, note: 'x' }),
    resident: 'forbidden',
  },
  transferOwnership: {
    args: ({ account, newcomer }) => ({
      id: `a-${uuidv7()}`,
      account_id: account,
      on: new Date().toISOString().slice(0, 10),
      buyer_ids: [newcomer],
      carry: 'balance',
      issued: [],
    }),
    resident: 'forbidden',
  },
  createAddress: {
    args: () => ({ id: uuidv7(), street: `${uuidv7()} Road`, unit_number: null }),
    resident: 'forbidden',
    creates: 'address',
  },
  updateAddress: {
    args: ({ address }) => ({
      id: address,
      street: `${uuidv7()} Road`,
      unit_number: '1',
      is_rented: true,
      notes: 'x',
      base: {},
    }),
    resident: 'forbidden',
  },
  deleteAddress: { args: ({ address }) => ({ id: address }), resident: 'forbidden' },
  createRequest: {
    args: ({ files, entry }) => ({
      id: uuidv7(),
      title: 'x',
      description: '<p>x</p>',
      category: 'Other',
      entry_id: entry,
      photo_url: files.requests,
      more_photo_urls: [],
    }),
    resident: 'ok',
    creates: 'request',
  },
  updateRequest: {
    args: ({ request, board }) => ({
      id: request,
      status: 'closed',
      assigned_to: board,
      resolution_deadline: DAY,
      resolution_notes: 'x',
      base: {},
    }),
    resident: 'forbidden',
  },
  addPhoto: {
    args: ({ request, files }) => ({ entity: 'request', id: request, photo_url: files.requests }),
    resident: 'ok',
  },
  removePhoto: {
    args: ({ request, photo }) => ({ entity: 'request', id: request, photo_url: photo }),
    resident: 'ok',
  },
  attachRequestFile: { args: ({ request, files }) => ({ id: request, photo_url: files.requests }), resident: 'ok' },
  addRequestComment: {
    args: ({ request, files }) => ({
      id: uuidv7(),
      request_id: request,
      message: '<p>x</p>',
      is_public: true,
      photo_url: files.requests,
      more_photo_urls: [],
    }),
    resident: 'ok',
    creates: 'comment',
  },
  createAnnouncement: {
    args: ({ resident, files }) => ({
      id: uuidv7(),
      title: 'x',
      message: '<p>x</p>',
      category: 'general',
      audience_type: 'custom',
      custom_recipients: [resident],
      attachment: attachment(files.announcements),
      delivery_methods: ['email'],
    }),
    resident: 'forbidden',
    creates: 'draft',
  },
  updateAnnouncement: {
    args: ({ draft, resident, files }) => ({
      id: draft,
      title: 'x',
      message: '<p>x</p>',
      category: 'general',
      audience_type: 'custom',
      custom_recipients: [resident],
      attachment: attachment(files.announcements),
      base: {},
    }),
    resident: 'not_found',
  },
  deleteAnnouncement: { args: ({ draft }) => ({ id: draft }), resident: 'not_found' },
  sendAnnouncement: { args: ({ draft }) => ({ id: draft, base: {} }), resident: 'not_found' },
  retryAnnouncement: {
    args: ({ sent, newcomer }) => ({ id: sent, user_ids: [newcomer] }),
    resident: 'forbidden',
    passesOver: ['user_ids.0'],
  },
  markAnnouncementRead: { args: ({ sent }) => ({ id: sent }), resident: 'ok' },
  createDocument: {
    args: ({ files }) => ({
      id: uuidv7(),
      title: 'x',
      category: 'Other',
      notes: null,
      tags: [],
      is_public: false,
      s3_key: files.documents,
      file_type: 'pdf',
      file_size: 9,
      text: 'x',
    }),
    resident: 'forbidden',
    creates: 'document',
  },
  updateDocument: {
    args: ({ document }) => ({
      id: document,
      title: 'y',
      category: 'Legal',
      notes: 'x',
      tags: ['x'],
      is_public: false,
      base: {},
    }),
    resident: 'forbidden',
  },
  deleteDocument: { args: ({ document }) => ({ id: document }), resident: 'forbidden' },
  createViolation: {
    args: ({ resident, files }) => ({
      id: uuidv7(),
      user_id: resident,
      category: 'Other',
      title: 'x',
      message: '<p>x</p>',
      due_date: DAY,
      photo_url: files.violations,
      more_photo_urls: [],
    }),
    resident: 'forbidden',
    creates: 'violation',
  },
  updateViolation: {
    args: ({ violation }) => ({ id: violation, due_date: DAY }),
    resident: 'forbidden',
  },
  setViolationStatus: {
    args: ({ violation }) => ({ id: violation, status: 'resolved', resolution_notes: 'x', base: {} }),
    resident: 'forbidden',
  },
  attachViolationFile: {
    args: ({ violation, files }) => ({ id: violation, photo_url: files.violations }),
    resident: 'forbidden',
  },
  addViolationMessage: {
    args: ({ violation, files }) => ({
      id: uuidv7(),
      violation_id: violation,
      message: '<p>x</p>',
      is_internal: false,
      photo_url: files.violations,
      more_photo_urls: [],
    }),
    resident: 'ok',
    creates: 'message',
  },
  createDue: {
    args: ({ resident }) => ({
      id: uuidv7(),
      title: 'x',
      frequency: 'monthly',
      recipients: [resident],
      send_date: DAY,
      amount: 10,
      reason: 'dues',
      description: null,
      due_date_offset: 7,
      fund: 'reserve',
      category: 'special_assessment',
    }),
    resident: 'forbidden',
    creates: 'due',
  },
  updateDue: {
    args: ({ due, board }) => ({
      id: due,
      title: 'x',
      frequency: 'quarterly',
      recipients: [board],
      send_date: DAY,
      amount: 10,
      reason: 'other',
      base: {},
      description: 'x',
      due_date_offset: 3,
      fund: 'operating',
      category: 'assessment',
      status: 'inactive',
    }),
    resident: 'forbidden',
  },
  setInvoiceStatus: { args: ({ invoice }) => ({ id: invoice, status: 'paid' }), resident: 'forbidden' },
  chargeAccount: {
    args: ({ account }) => ({
      id: uuidv7(),
      account_id: account,
      category: 'fine',
      amount: 10,
      effective_on: TODAY,
      due_on: addDays(TODAY, 30),
      fund: 'reserve',
      memo: 'x',
      note: 'x',
    }),
    resident: 'forbidden',
  },
  creditAccount: {
    args: ({ account }) => ({
      id: uuidv7(),
      account_id: account,
      amount: 10,
      effective_on: TODAY,
      reason: 'Good will',
      memo: 'x',
      note: 'x',
    }),
    resident: 'forbidden',
  },
  reverseEntry: {
    args: ({ entry }) => ({ id: uuidv7(), entry_id: entry, reason: 'A mistake', effective_on: TODAY }),
    resident: 'forbidden',
  },
  waiveEntry: {
    args: ({ entry }) => ({ id: uuidv7(), entry_id: entry, amount: 1, reason: 'Good will', effective_on: TODAY }),
    resident: 'forbidden',
  },
  writeOffEntry: {
    args: ({ entry }) => ({ id: uuidv7(), entry_id: entry, amount: 1, reason: 'Bad debt', effective_on: TODAY }),
    resident: 'forbidden',
  },
  recordPayment: {
    args: ({ account, entry, deposit }) => ({
      id: uuidv7(),
      account_id: account,
      amount: 10,
      method: 'check',
      received_on: TODAY,
      reference: '1042',
      payer_name: 'x',
      memo: 'x',
      note: 'x',
      pins: [{ debit_id: entry, amount: 10 }],
      deposit_id: deposit,
      duplicate_ok: true,
      corrects: null,
    }),
    resident: 'forbidden',
    creates: 'payment',
  },
  returnPayment: {
    args: ({ payment }) => ({
      id: uuidv7(),
      payment_id: payment,
      returned_on: TODAY,
      reason: 'Insufficient funds',
      fee: true,
    }),
    resident: 'forbidden',
  },
  recordRefund: {
    args: ({ paid }) => ({
      id: uuidv7(),
      source_id: paid,
      amount: 10,
      method: 'check',
      refunded_on: TODAY,
      reference: '7',
      reason: 'Paid twice',
    }),
    resident: 'forbidden',
    creates: 'payment',
  },
  mailReceipt: { args: ({ payment }) => ({ id: payment }), resident: 'forbidden' },
  resolveDuplicate: { args: ({ payment, twin }) => ({ id: payment, keep: twin }), resident: 'forbidden' },
  createPlan: {
    args: ({ debtor, debt }) => ({
      id: uuidv7(),
      account_id: debtor,
      covers: [debt],
      instalments: [
        { due_on: addDays(TODAY, 20), amount: 30 },
        { due_on: addDays(TODAY, 50), amount: 20 },
      ],
      grace_days: 5,
    }),
    resident: 'forbidden',
    creates: 'plan',
  },
  cancelPlan: { args: ({ plan }) => ({ id: plan, reason: 'Paid otherwise' }), resident: 'forbidden' },
  remindNow: {
    args: ({ debtor }) => ({ id: uuidv7(), account_id: debtor }),
    resident: 'forbidden',
    creates: 'reminder',
  },
  printReminders: { args: ({ reminder }) => ({ ids: [reminder] }), resident: 'forbidden' },
  createDeposit: {
    args: () => ({ id: uuidv7(), name: 'x', fund: 'reserve', made_on: TODAY }),
    resident: 'forbidden',
    creates: 'deposit',
  },
  closeDeposit: { args: ({ deposit }) => ({ id: deposit, status: 'closed' }), resident: 'forbidden' },
  createPolicy: {
    args: () => ({
      id: uuidv7(),
      kind: 'application',
      starts_on: DAY,
      settings: { order: 'oldest_first', directed: false },
    }),
    resident: 'forbidden',
    creates: 'policy',
  },
  importOpening: {
    args: ({ account, batch }) => ({
      import_id: batch,
      lines: [{ ...OPENING_LINE, account_id: account }],
      late_fees: true,
    }),
    resident: 'forbidden',
    passesOver: ['import_id'],
  },
  undoOpening: { args: ({ batch, imported }) => ({ import_id: batch, entry_ids: [imported] }), resident: 'forbidden' },
  withdrawPolicy: { args: ({ policy }) => ({ id: policy }), resident: 'forbidden' },
  resendFailedJob: { args: ({ failedJob }) => ({ id: failedJob }), resident: 'forbidden' },
  dismissFailedJob: { args: ({ failedJob }) => ({ id: failedJob }), resident: 'forbidden' },
  setMeetingRules: {
    args: ({ newcomer }) => ({ ...DEFAULT_RULES, directors: [{ user_id: newcomer, office: 'President' }] }),
    resident: 'forbidden',
  },
  setVotingUnit: {
    args: ({ address, newcomer, invited }) => ({
      id: address,
      weight: 12,
      owners: [{ name: 'x', user_id: newcomer }],
      designated: { name: 'x', user_id: invited },
      suspended: { from: DAY, to: null, reason: 'x' },
      non_voting: true,
      note: 'x',
    }),
    resident: 'forbidden',
  },
  createMeeting: {
    args: ({ board, newcomer, meeting }) => ({
      id: uuidv7(),
      ...MEETING_FIELDS,
      chair_id: board,
      secretary_id: newcomer,
      desk_ids: [board],
      kind: 'board_special',
      status: 'scheduled',
      template: null,
      adjourned_from: meeting,
    }),
    resident: 'forbidden',
    creates: 'meeting',
  },
  updateMeeting: {
    args: ({ draftMeeting, board, newcomer }) => ({
      id: draftMeeting,
      base: {},
      ...MEETING_FIELDS,
      chair_id: board,
      secretary_id: newcomer,
      desk_ids: [board],
      status: 'scheduled',
    }),
    resident: 'not_found',
  },
  cancelMeeting: { args: ({ meeting }) => ({ id: meeting, reason: 'x' }), resident: 'forbidden' },
  deleteMeeting: { args: ({ draftMeeting }) => ({ id: draftMeeting }), resident: 'not_found' },
  freezeRoll: { args: ({ meeting }) => ({ meeting_id: meeting, record_date: DAY }), resident: 'forbidden' },
  addRollUnit: {
    args: ({ meeting, newcomer }) => ({
      ...{ meeting_id: meeting, member_id: newcomer, name: undefined, office: 'Secretary', reason: 'x' },
    }),
    resident: 'forbidden',
  },
  updateRollUnit: {
    args: ({ rollUnit, newcomer, invited }) => ({
      id: rollUnit,
      weight: 2,
      owners: [{ name: 'x', user_id: newcomer }],
      designated: { name: 'x', user_id: invited },
      suspended: true,
      non_voting: true,
      removed: true,
      reason: 'x',
    }),
    resident: 'forbidden',
  },
  addAgendaItem: {
    args: ({ meeting, request, violation, item, document }) => ({
      id: uuidv7(),
      meeting_id: meeting,
      ...ITEM_FIELDS,
      papers: [document],
      record: { entity: 'request', id: request },
      on_adopt: [{ entity: 'request', id: request, status: 'resolved' }],
      on_fail: [{ entity: 'violation', id: violation, status: 'dismissed' }],
      at: NOON,
      after_id: item,
      file: undefined,
    }),
    resident: 'forbidden',
    creates: 'item',
  },
  addAgendaRecords: {
    args: ({ meeting, account, item }) => ({
      meeting_id: meeting,
      items: [{ id: uuidv7(), record: { entity: 'account', id: account } }],
      at: NOON,
      after_id: item,
    }),
    resident: 'forbidden',
  },
  updateAgendaItem: {
    args: ({ item, invoice, request, document }) => ({
      papers: [document],
      id: item,
      ...ITEM_FIELDS,
      record: { entity: 'request', id: request },
      on_adopt: [{ entity: 'invoice', id: invoice, status: 'canceled' }],
      on_fail: null,
    }),
    resident: 'forbidden',
  },
  moveAgendaItem: { args: ({ item }) => ({ id: item, after_id: null }), resident: 'forbidden' },
  withdrawAgendaItem: { args: ({ item }) => ({ id: item, withdrawn: true }), resident: 'forbidden' },
  recordFacts: {
    args: ({ meeting, board }) => ({
      meeting_id: meeting,
      facts: [{ id: uuidv7(), kind: 'guest', data: { name: 'A neighbour' }, at: NOON, desk: 'Desk 1' }],
      file: { desk: 'Desk 1', by: board },
    }),
    resident: 'forbidden',
    passesOver: ['file.by'],
  },
  makeMotion: {
    args: ({ meeting, item, board }) => ({
      id: uuidv7(),
      meeting_id: meeting,
      item_id: item,
      number: '2',
      ...{ mover: 'Bea', mover_id: board, threshold: { kind: 'majority', basis: 'units' }, method: 'voice' },
      ...{ executive: false, public_summary: null, on_adopt: [], on_fail: [], item_ids: [] },
      ...{ at: NOON, desk: 'Record', executive_session_id: null, file: { desk: 'Record', by: board } },
    }),
    resident: 'forbidden',
    creates: 'motion',
    passesOver: ['item_id', 'mover_id', 'file.by'],
  },
  updateMotion: {
    args: ({ motion, board }) => ({
      id: motion,
      ...{ mover: 'Bea', mover_id: board, threshold: { kind: 'two_thirds', basis: 'units' }, method: 'count' },
      ...{ executive: true, public_summary: 'x', on_adopt: [], on_fail: [], item_ids: [] },
    }),
    resident: 'not_found',
    passesOver: ['mover_id'],
  },
  saveMinutesText: {
    args: ({ meeting, item, text, board }) => ({
      id: uuidv7(),
      ...{ meeting_id: meeting, item_id: item, text: '<p>x</p>', replaces: [text], at: NOON, desk: 'Record' },
      ...{ executive_session_id: null, file: { desk: 'Record', by: board } },
    }),
    resident: 'forbidden',
    creates: 'text',
    passesOver: ['replaces.0', 'file.by'],
  },
  setMinutesStatus: {
    args: ({ meeting }) => ({ meeting_id: meeting, status: 'approved', late_at: '2026-11-20T12:00:00.000Z' }),
    resident: 'forbidden',
  },
  publishMinutes: { args: ({ meeting }) => ({ meeting_id: meeting }), resident: 'forbidden' },
  applyDecision: {
    args: ({ decided, request }) => ({
      ...{ motion_id: decided, record_id: request, status: 'closed', seen: { status: 'open', paid_cents: 0 } },
      leave: false,
    }),
    resident: 'not_found',
  },
  createActionItem: {
    args: ({ meeting, item, motion, board }) => ({
      ...{ id: uuidv7(), title: 'x', due_on: DAY, owner_id: board, owner_name: 'Bea' },
      ...{ meeting_id: meeting, item_id: item, motion_id: motion },
      ...{ at: NOON, desk: 'Record', executive_session_id: null, file: { desk: 'Record', by: board } },
    }),
    resident: 'forbidden',
    creates: 'actionItem',
    passesOver: ['file.by'],
  },
  updateActionItem: {
    args: ({ actionItem, board }) => ({
      ...{ id: actionItem, title: 'y', due_on: DAY, owner_id: board, owner_name: 'Bea' },
      ...{ status: 'done', done_note: 'x' },
    }),
    resident: 'not_found',
  },
  sendMeetingNotice: {
    args: ({ assembly }) => ({ id: assembly, announcement_id: uuidv7(), reason: 'x', again: true }),
    resident: 'forbidden',
    passesOver: ['announcement_id'],
  },
  giveProxy: {
    args: ({ assembly, address, topic }) => ({
      id: uuidv7(),
      ...{ meeting_id: assembly, address_id: address, holder_name: 'x', kind: 'directed' },
      directions: [{ item_id: topic, choice: 'for' }],
    }),
    resident: 'ok',
    board: 'forbidden',
    superadmin: 'forbidden',
    creates: 'proxy',
  },
  recordProxy: {
    args: ({ assembly, address, topic, resident, board }) => ({
      id: uuidv7(),
      ...{ meeting_id: assembly, address_id: address, giver_name: 'x', giver_id: resident, signed_at: TODAY },
      ...{ holder_name: 'x', holder_id: board, kind: 'directed', directions: [{ item_id: topic, choice: 'for' }] },
    }),
    resident: 'forbidden',
    creates: 'proxy',
  },
  attachProxyPhoto: {
    args: ({ proxy, files }) => ({ id: proxy, photo_url: files.meetings }),
    resident: 'forbidden',
  },
  revokeProxy: { args: ({ proxy }) => ({ id: proxy, at: NOON, reason: 'x' }), resident: 'ok' },
  settleProxy: {
    args: ({ proxy }) => ({ id: proxy, status: 'invalid', reason: 'x' }),
    resident: 'forbidden',
  },
  updateNotificationPreferences: {
    args: () => ({ choices: { reply: { mail: false } }, quiet_hours: { from: 21, to: 7 }, digest_hour: 8 }),
    resident: 'ok',
  },
  dismissRefusal: { args: ({ refusal }) => ({ id: refusal }), resident: 'ok', passesOver: ['id'] },
};

/** A push of one change, as a client of its own sends it. */
export const pushBody = (clientGroupID: string, name: string, args: object) => ({
  pushVersion: 1,
  clientGroupID,
  profileID: '',
  schemaVersion: '1',
  mutations: [{ clientID: uuidv7(), id: 1, name, args, timestamp: 0 }],
});
