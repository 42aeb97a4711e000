import { uuidv7 } from 'uuidv7';
import type { MutatorCells } from './isolation-cells.ts';

const DAY = '2098-05-01';

/** The mutators of people, their homes and what they hold. */
export const PEOPLE_MUTATORS = {
  updateHoa: {
    args: ({ hoa }) => ({
      ...{ name: `Willow ${hoa}`, time_zone: 'America/Chicago', email: 'board@example.test', phone: '555-0100' },
      ...{ street: 'PO Box 12', city: 'Austin', state: 'TX', zip: '78701', base: {} },
    }),
    ...{ resident: 'forbidden', board: 'forbidden' },
  },
  updateBranding: {
    args: () => ({ accent: '#336699', logo: null, base: {} }),
    ...{ resident: 'forbidden', board: 'forbidden' },
  },
  updateAutomations: {
    args: ({ board }) => ({
      ...{ maintenance_id: board, modification_id: null, inquiry_id: null, other_id: null },
      ...{ remind_unanswered_days: 7, remind_overdue: true, base: {} },
    }),
    resident: 'forbidden',
  },
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
  updateNotificationPreferences: {
    args: () => ({ choices: { reply: { mail: false } }, quiet_hours: { from: 21, to: 7 }, digest_hour: 8 }),
    resident: 'ok',
  },
  dismissRefusal: { args: ({ refusal }) => ({ id: refusal }), resident: 'ok', passesOver: ['id'] },
} satisfies MutatorCells;
