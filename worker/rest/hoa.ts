import { removalDate } from '../../schema/hoas.ts';
import { readAutomations, readHoa, readLogo } from '../queries/hoas.ts';
import { command } from './command.ts';
import { handler, query } from './query.ts';
import { type Route, STEP_UP } from './route.ts';
import { upload } from './uploads.ts';

/** A new logo has a new address, and a mail shows it in a page of another origin. */
const LOGO_HEADERS = {
  'Cache-Control': 'public, max-age=2592000, immutable',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Robots-Tag': 'noindex',
};

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
  command('PUT /api/hoa/branding', 'updateBranding', {
    ...{ ...superadmins, scope: 'association:write' },
    summary: 'Change its accent color or logo',
    notes:
      'A field that is left out stays, null takes it away. Screens and mails derive shades of the color that can be read. Needs a plan with custom branding, but for taking away.',
    answer: [200, readHoa, 'association'],
  }),
  upload('POST /api/branding/presigned-url', 'branding', { ...superadmins, scope: 'association:write' }),
  handler('GET /api/logos/:association/:file', {
    ...{ tag: 'Association', access: 'anyone' },
    summary: 'Get the image of a logo, for sign-in pages and mails',
    notes: 'The address is not to be guessed. It ends 30 days after the logo was replaced.',
    answers: { 200: 'image/png, image/jpeg' },
    handle: async ({ c, deps }) => {
      const { bytes, type } = await readLogo(deps, c.req.param('association') ?? '', c.req.param('file') ?? '');
      return c.body(bytes, 200, { ...LOGO_HEADERS, 'Content-Type': type });
    },
  }),
  query('GET /api/hoa/automations', {
    ...{ tag: 'Association', access: 'board', scope: 'association:read' },
    summary: 'Get the automations',
    answer: [readAutomations, 'automations'],
  }),
  command('PUT /api/hoa/automations', 'updateAutomations', {
    ...{ tag: 'Association', access: 'board', scope: 'association:write' },
    summary: 'Change the automations',
    notes:
      'Who gets new requests of a category, after how many days without an answer the board is reminded, and whether it is told of violations past their due date. Comes with the Growth plan; on a smaller one what is on can be turned off.',
    answer: [200, readAutomations, 'automations'],
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
