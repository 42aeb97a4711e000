import { test } from 'vitest';
import type { MutatorName } from '../../sync/mutators.ts';
import { Refusal } from '../../sync/tx.ts';
import type { Deps } from '../../worker/deps.ts';
import { Device } from './device.ts';
import { createContext, type Person, type TestContext } from './fixtures.ts';

/** How a mutation ended: done, or refused with the message the user reads. */
export type Outcome = { ok: true } | { ok: false; code: string; message: string };

/** One of the two APIs. Every rule must hold through each. */
export type Api = {
  name: 'REST' | 'push';
  act(person: Person, mutation: MutatorName, args: Record<string, unknown>): Promise<Outcome>;
  close(): Promise<void>;
};

type Endpoint = [method: string, path: (args: Record<string, unknown>) => string];

/** The REST endpoint of each mutator. */
export const ENDPOINTS: Partial<Record<MutatorName, Endpoint>> = {
  createRequest: ['POST', () => '/api/requests'],
  updateRequest: ['PUT', ({ id }) => `/api/requests/${id}`],
  addRequestComment: ['POST', ({ request_id }) => `/api/requests/${request_id}/comments`],
  addPhoto: ['POST', ({ entity, id }) => `/api/${entity}s/${id}/photos`],
  removePhoto: ['POST', ({ entity, id }) => `/api/${entity}s/${id}/photos/remove`],
  createAnnouncement: ['POST', () => '/api/announcements'],
  updateAnnouncement: ['PUT', ({ id }) => `/api/announcements/${id}`],
  deleteAnnouncement: ['DELETE', ({ id }) => `/api/announcements/${id}`],
  sendAnnouncement: ['POST', ({ id }) => `/api/announcements/${id}/send`],
  retryAnnouncement: ['POST', ({ id }) => `/api/announcements/${id}/retry`],
  markAnnouncementRead: ['POST', ({ id }) => `/api/announcements/${id}/read`],
  createViolation: ['POST', () => '/api/violations'],
  updateViolation: ['PUT', ({ id }) => `/api/violations/${id}`],
  setViolationStatus: ['PUT', ({ id }) => `/api/violations/${id}/status`],
  addViolationMessage: ['POST', ({ violation_id }) => `/api/violations/${violation_id}/messages`],
  createDocument: ['POST', () => '/api/documents'],
  updateDocument: ['PUT', ({ id }) => `/api/documents/${id}`],
  deleteDocument: ['DELETE', ({ id }) => `/api/documents/${id}`],
  leaveHoa: ['POST', () => '/api/hoa/leave'],
  keepHoa: ['POST', () => '/api/hoa/keep'],
  requireSecondFactors: ['PUT', () => '/api/hoa/second-factor'],
  inviteUser: ['POST', () => '/api/users/invite'],
  resendInvite: ['POST', ({ id }) => `/api/users/${id}/resend-invite`],
  updateUser: ['PUT', ({ id }) => `/api/users/${id}`],
  deleteUser: ['DELETE', ({ id }) => `/api/users/${id}`],
  eraseUser: ['POST', ({ id }) => `/api/users/${id}/erase`],
  assignAddress: ['POST', ({ id }) => `/api/users/${id}/assign-address`],
  unassignAddress: ['DELETE', ({ id }) => `/api/users/${id}/assign-address`],
  openAccount: ['POST', () => '/api/accounts'],
  joinAccount: ['POST', ({ id }) => `/api/accounts/${id}/holders`],
  leaveAccount: ['POST', ({ id }) => `/api/accounts/${id}/holders/remove`],
  setAccountFlags: ['PUT', ({ id }) => `/api/accounts/${id}`],
  transferOwnership: ['POST', ({ account_id }) => `/api/accounts/${account_id}/transfer`],
  createAddress: ['POST', () => '/api/addresses'],
  updateAddress: ['PUT', ({ id }) => `/api/addresses/${id}`],
  deleteAddress: ['DELETE', ({ id }) => `/api/addresses/${id}`],
  createDue: ['POST', () => '/api/dues'],
  updateDue: ['PUT', ({ id }) => `/api/dues/${id}`],
  resendFailedJob: ['POST', ({ id }) => `/api/failed-jobs/${id}/resend`],
  dismissFailedJob: ['DELETE', ({ id }) => `/api/failed-jobs/${id}`],
  updateNotificationPreferences: ['PUT', () => '/api/notifications/preferences'],
  chargeAccount: ['POST', ({ account_id }) => `/api/accounts/${account_id}/entries`],
  creditAccount: ['POST', ({ account_id }) => `/api/accounts/${account_id}/entries`],
  reverseEntry: ['POST', ({ entry_id }) => `/api/entries/${entry_id}/reverse`],
  waiveEntry: ['POST', ({ entry_id }) => `/api/entries/${entry_id}/waive`],
  writeOffEntry: ['POST', ({ entry_id }) => `/api/entries/${entry_id}/write-off`],
  recordPayment: ['POST', ({ account_id }) => `/api/accounts/${account_id}/payments`],
  returnPayment: ['POST', ({ payment_id }) => `/api/payments/${payment_id}/return`],
  recordRefund: ['POST', ({ source_id }) => `/api/payments/${String(source_id).split('.')[1]}/record-refund`],
  mailReceipt: ['POST', ({ id }) => `/api/payments/${id}/mail-receipt`],
  resolveDuplicate: ['POST', ({ id }) => `/api/payments/${id}/duplicate`],
  createPlan: ['POST', ({ account_id }) => `/api/accounts/${account_id}/plans`],
  cancelPlan: ['POST', ({ id }) => `/api/plans/${id}/cancel`],
  createDeposit: ['POST', () => '/api/deposits'],
  closeDeposit: ['PUT', ({ id }) => `/api/deposits/${id}`],
  createPolicy: ['POST', () => '/api/policies'],
  importOpening: ['POST', () => '/api/opening-balances'],
  undoOpening: ['POST', ({ import_id }) => `/api/opening-balances/${import_id}/undo`],
  withdrawPolicy: ['DELETE', ({ id }) => `/api/policies/${id}`],
  setMeetingRules: ['PUT', () => '/api/meeting-rules'],
  setVotingUnit: ['PUT', ({ id }) => `/api/voting-units/${id}`],
  createMeeting: ['POST', () => '/api/meetings'],
  updateMeeting: ['PUT', ({ id }) => `/api/meetings/${id}`],
  cancelMeeting: ['POST', ({ id }) => `/api/meetings/${id}/cancel`],
  deleteMeeting: ['DELETE', ({ id }) => `/api/meetings/${id}`],
  freezeRoll: ['POST', ({ meeting_id }) => `/api/meetings/${meeting_id}/roll`],
  addRollUnit: ['POST', ({ meeting_id }) => `/api/meetings/${meeting_id}/roll/units`],
  updateRollUnit: ['PUT', ({ id }) => `/api/roll-units/${id}`],
  addAgendaItem: ['POST', ({ meeting_id }) => `/api/meetings/${meeting_id}/agenda`],
  addAgendaRecords: ['POST', ({ meeting_id }) => `/api/meetings/${meeting_id}/agenda/records`],
  updateAgendaItem: ['PUT', ({ id }) => `/api/agenda-items/${id}`],
  moveAgendaItem: ['POST', ({ id }) => `/api/agenda-items/${id}/move`],
  withdrawAgendaItem: ['POST', ({ id }) => `/api/agenda-items/${id}/withdraw`],
  recordFacts: ['POST', ({ meeting_id }) => `/api/meetings/${meeting_id}/facts`],
  sendMeetingNotice: ['POST', ({ id }) => `/api/meetings/${id}/notice`],
  giveProxy: ['POST', ({ meeting_id }) => `/api/meetings/${meeting_id}/proxies`],
  recordProxy: ['POST', ({ meeting_id }) => `/api/meetings/${meeting_id}/proxies`],
  attachProxyPhoto: ['POST', ({ id }) => `/api/proxies/${id}/photo`],
  revokeProxy: ['POST', ({ id }) => `/api/proxies/${id}/revoke`],
  settleProxy: ['POST', ({ id }) => `/api/proxies/${id}/settle`],
  makeMotion: ['POST', ({ meeting_id }) => `/api/meetings/${meeting_id}/motions`],
  saveMinutesText: ['POST', ({ meeting_id }) => `/api/meetings/${meeting_id}/minutes`],
  setMinutesStatus: ['POST', ({ meeting_id }) => `/api/meetings/${meeting_id}/minutes`],
  publishMinutes: ['POST', ({ meeting_id }) => `/api/meetings/${meeting_id}/publish`],
  applyDecision: ['POST', ({ motion_id }) => `/api/motions/${motion_id}/decision`],
  createActionItem: ['POST', () => '/api/action-items'],
  updateActionItem: ['PUT', ({ id }) => `/api/action-items/${id}`],
  updateMotion: ['PUT', ({ id }) => `/api/motions/${id}`],
  setInvoiceStatus: ['PUT', ({ id }) => `/api/invoices/${id}/status`],
};

/** What REST calls otherwise than the mutator. */
const NAMED_OTHERWISE: Partial<Record<MutatorName, (args: Record<string, unknown>) => object>> = {
  chargeAccount: () => ({ kind: 'charge' }),
  creditAccount: () => ({ kind: 'credit' }),
  recordProxy: () => ({ way: 'paper' }),
  resolveDuplicate: ({ keep }) => ({ resolution: keep }),
};

const CODES: Record<number, string> = { 400: 'invalid', 403: 'forbidden', 404: 'not_found', 409: 'conflict' };

const rest = (): Api => ({
  name: 'REST',
  act: async (person, mutation, args) => {
    const [method, path] = ENDPOINTS[mutation] ?? fail(`${mutation} has no endpoint`);
    const { status, body } = await person.call(method, path(args), { ...args, ...NAMED_OTHERWISE[mutation]?.(args) });
    return status < 300 ? { ok: true } : { ok: false, code: CODES[status] ?? String(status), message: body.message };
  },
  close: async () => {},
});

/** Pushes past the device's local rules, as a hostile client would. A device serves one act at a time, and is kept. */
const push = (ctx: TestContext): Api => {
  const idle = new Map<string, Device[]>();
  const idleOf = ({ token }: Person): Device[] => {
    const devices = idle.get(token) ?? [];
    idle.set(token, devices);
    return devices;
  };
  return {
    name: 'push',
    act: async (person, mutation, args) => {
      const device = idleOf(person).pop() ?? (await new Device(ctx, person).sync());
      const before = new Set(device.store.rows('refusal').all.map((refusal) => refusal.id));
      const clientID = `hostile${person.id.slice(-12)}${Math.random().toString(36).slice(2)}`;
      const body = {
        pushVersion: 1,
        clientGroupID: await device.store.replicache.clientGroupID,
        schemaVersion: '1',
        profileID: '',
        mutations: [{ clientID, id: 1, name: mutation, args, timestamp: 0 }],
      };
      const answer = await person.call('POST', '/api/replicache/push', body);
      if (answer.status !== 200) throw new Error(`push answered ${answer.status}`);
      await device.pull();
      const refusal = device.store.rows('refusal').all.find(({ id }) => !before.has(id));
      idleOf(person).push(device);
      return refusal ? { ok: false, code: refusal.code, message: refusal.message } : { ok: true };
    },
    close: async () => {
      for (const device of [...idle.values()].flat()) await device.close();
    },
  };
};

/** One expectation, tested through REST and through a push. */
export const testBothApis = (
  title: string,
  expectation: (api: Api, ctx: TestContext) => Promise<void>,
  over: () => Partial<Deps> = () => ({}),
): void => {
  for (const open of [rest, push]) {
    test(`${title} (${open.name})`, async () => {
      const ctx = await createContext(over());
      const api = open(ctx);
      await expectation(api, ctx).finally(() => api.close());
    });
  }
};

const fail = (message: string): never => {
  throw new Refusal('invalid', message);
};
