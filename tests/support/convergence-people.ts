import { uuidv7 } from 'uuidv7';
import type { MutatorName } from '../../sync/mutators.ts';
import { type Change, choose, guest, person, rows } from './convergence-chance.ts';

export const PEOPLE_CHANGES = {
  updateHoa: (_, { pick }) => ({
    time_zone: pick(['America/Chicago', 'America/Denver']),
    phone: pick([null, '555-0100']),
  }),
  updateBranding: (_, { pick }) => ({ accent: pick([null, '#336699', '#aa2200']) }),
  updateAutomations: (device, { pick }) => ({
    maintenance_id: pick([null, ...rows(device, 'user').map(({ id }) => id)]),
    remind_unanswered_days: pick([null, 7]),
    remind_overdue: pick([true, false]),
  }),
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
  dismissRefusal: choose('refusal'),
  resendFailedJob: choose('failedJob'),
  dismissFailedJob: choose('failedJob'),
  updateNotificationPreferences: (_, { pick }) => ({
    choices: { reply: { mail: pick([true, false]) }, status: { push: pick([true, false]) } },
    quiet_hours: pick([null, { from: 21, to: 7 }]),
    digest_hour: pick([null, 8]),
  }),
} satisfies Partial<Record<MutatorName, Change>>;
