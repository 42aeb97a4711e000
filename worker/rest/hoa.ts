import { removalDate } from '../../schema/hoas.ts';
import { readHoa } from '../queries/hoas.ts';
import { command } from './command.ts';
import { query } from './query.ts';
import { type Route, STEP_UP } from './route.ts';

const superadmins = { tag: 'Association', access: 'superadmin' } as const;

export const hoaRoutes: readonly Route[] = [
  query('GET /api/hoa', {
    ...{ tag: 'Association', access: 'person', scope: 'association:read' },
    summary: 'Get the association',
    answer: [readHoa, 'association'],
  }),
  command('PUT /api/hoa', 'updateHoa', {
    ...{ ...superadmins, scope: 'association:write' },
    summary: 'Change its name, address, contact or time zone',
    answer: [200, readHoa, 'association'],
  }),
  command('POST /api/hoa/leave', 'leaveHoa', {
    ...superadmins,
    summary: 'Leave Porchlight',
    notes: STEP_UP,
    answer: [200, async ({ now }) => ({ removedOn: removalDate(now().toISOString()) }), 'leaving'],
  }),
  command('PUT /api/hoa/second-factor', 'requireSecondFactors', {
    ...superadmins,
    summary: 'Whether superadmins need a second factor',
    notes: STEP_UP,
    answer: [204],
  }),
  command('POST /api/hoa/keep', 'keepHoa', {
    ...superadmins,
    summary: 'Stay after all',
    body: 'none',
    answer: [200, async () => ({ removedOn: null }), 'leaving'],
  }),
];
