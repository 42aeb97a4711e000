import { getDefaultStore } from 'jotai';
import * as React from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { type SessionUser, sessionAtom } from '../../client/device/session.ts';
import { syncAtom } from '../../client/device/store.ts';
import { INITIAL_SYNC, type SyncState } from '../../sync/client/sync-state.ts';

const jotai = getDefaultStore();
const BEA: SessionUser = {
  ...{ id: 'bea', hoa_id: 'willowcreek', name: 'Bea', email: 'bea@willowcreek.test', role: 'superadmin' },
  ...{ status: 'active', address_id: null, phone: null, created_at: '2026-01-05T12:00:00.000Z', last_login: null },
};

beforeEach(() => {
  vi.stubGlobal('location', { search: '', pathname: '/' });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  jotai.set(sessionAtom, { status: 'in', user: BEA });
});
afterEach(() => {
  vi.unstubAllGlobals();
  jotai.set(sessionAtom, { status: 'loading', user: null });
  jotai.set(syncAtom, INITIAL_SYNC);
});

type Load = () => Promise<{ default: React.ComponentType }>;

/** The text of the screen at `path` on a device that holds no row. */
const shown = async (path: string, load: Load, sync: Partial<SyncState>): Promise<string> => {
  jotai.set(syncAtom, { ...INITIAL_SYNC, ...sync });
  const { default: component } = await load();
  const children = React.createElement(Route, { path, component: withSnapshots(component) });
  return renderToStaticMarkup(React.createElement(Router, { ssrPath: path.replace(':id', 'none'), children }));
};

/** Where it renders without a page, React asks stores for a snapshot of that place: they give the usual one. */
const withSnapshots = (Component: React.ComponentType) => () => {
  const { H: hooks } = (React as unknown as { [INTERNALS]: { H: Pick<typeof React, 'useSyncExternalStore'> } })[
    INTERNALS
  ];
  hooks.useSyncExternalStore = (_, current, there = current) => there();
  return React.createElement(Component);
};

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

const LISTS: [failed: string, path: string, load: Load][] = [
  ['Failed to load requests', '/requests', () => import('../../client/community/requests/list.tsx')],
  ['Failed to load violations', '/compliance', () => import('../../client/community/violations/list.tsx')],
  ['Failed to load announcements', '/announcements', () => import('../../client/community/announcements/list.tsx')],
  ['Failed to load documents', '/documents', () => import('../../client/community/documents/list.tsx')],
  ['Failed to load meetings', '/meetings', () => import('../../client/meetings/list/list.tsx')],
  ['Failed to load data', '/users', () => import('../../client/people/users/list.tsx')],
  ['Failed to load addresses', '/addresses', () => import('../../client/people/addresses/list.tsx')],
];

test.each(LISTS)(
  '[REQ-45, VIO-51, ANN-27, ERR-03] "%s" stands where the first sync fails, with another try',
  async (failed, path, load) => {
    expect(await shown(path, load, {})).not.toContain('Failed');
    const html = await shown(path, load, { failed: true });
    expect(html).toMatch(new RegExp(`role="alert" aria-live="assertive".*${failed}`));
    expect(html).toContain('Try Again');
  },
);

const RECORDS: [failed: string, missing: string, path: string, back: [to: string, label: string], load: Load][] = [
  [
    'Failed to load request',
    'Request not found or you do not have permission to view it',
    '/requests/:id',
    ['/requests', 'Back to Requests'],
    () => import('../../client/community/requests/detail.tsx'),
  ],
  [
    'Failed to load data',
    'Request not found or you do not have permission to view it',
    '/requests/:id/messages',
    ['/requests', 'Back to Requests'],
    () => import('../../client/community/requests/detail.tsx'),
  ],
  [
    'Failed to load violation',
    'Violation not found',
    '/compliance/:id',
    ['/compliance', 'Back to Violations'],
    () => import('../../client/community/violations/detail.tsx'),
  ],
  [
    'Failed to load announcement',
    'Announcement not found',
    '/announcements/:id',
    ['/announcements', 'Back to Announcements'],
    () => import('../../client/community/announcements/detail.tsx'),
  ],
];

test.each(RECORDS)(
  '[REQ-45, VIO-15, VIO-51, ANN-27, ANN-47] "%s" stands where the first sync fails, with ways back and on',
  async (failed, missing, path, [to, label], load) => {
    expect(await shown(path, load, {})).not.toContain('Failed');
    const html = await shown(path, load, { failed: true });
    expect(html).toMatch(new RegExp(`role="alert" aria-live="assertive".*${failed}<`));
    expect(html).toMatch(new RegExp(`href="${to}"[^>]*>${label}`));
    expect(html).toContain('Try Again');
    expect(await shown(path, load, { phase: 'ready' })).toContain(missing);
  },
);
