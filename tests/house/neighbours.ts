/** The groups of the client's features, each with the files of other groups that it may import. */
export const NEIGHBOURS: Record<string, readonly string[]> = {
  'client/account/': [
    'client/community/requests/model.ts',
    'client/community/requests/staff.ts',
    'client/community/violations/model.ts',
    'client/money/disputes/model.ts',
    'client/money/disputes/open.tsx',
    'client/money/invoices/troubled.ts',
    'client/money/payouts/paused-notice.tsx',
    'client/money/payouts/payments-stopped.ts',
    'client/people/users/model.ts',
  ],
  'client/community/': [
    'client/account/activity/of-record.tsx',
    'client/account/failed-jobs/model.ts',
    'client/account/failed-jobs/failed-job-notice.tsx',
    'client/meetings/action-items/dashboard-card.tsx',
    'client/meetings/model.ts',
    'client/meetings/time.ts',
    'client/money/disputes/model.ts',
    'client/money/invoices/model.ts',
    'client/money/invoices/paid-soon.ts',
    'client/money/invoices/pay-button.tsx',
    'client/money/invoices/troubled.ts',
    'client/money/owed/money-card.tsx',
    'client/money/owed/owed.tsx',
    'client/money/payouts/payments-stopped.ts',
    'client/money/use-folds.ts',
  ],
  'client/meetings/': [
    'client/community/documents/model.ts',
    'client/community/requests/parts.tsx',
    'client/community/violations/parts.tsx',
    'client/money/accounts.ts',
  ],
  'client/money/': [
    'client/account/activity/of-record.tsx',
    'client/account/failed-jobs/model.ts',
    'client/account/failed-jobs/failed-job-notice.tsx',
  ],
  'client/people/': ['client/account/activity/of-record.tsx', 'client/account/failed-jobs/line.tsx'],
};

/**
 * Of each group the features that import others of it, with those others. Files that lie beside the features are there
 * for all of them; what such a file itself imports of a feature stands here by its name.
 */
export const WITHIN_GROUP: Record<string, Record<string, readonly string[]>> = {
  'client/account/': {
    notifications: ['auth'],
    profile: ['auth', 'billing', 'calendar', 'notifications', 'second-factor'],
    settings: ['billing'],
    'second-factor': ['auth'],
    signup: ['auth'],
  },
  'client/community/': {
    announcements: ['home'],
    away: ['documents'],
    dashboard: ['away', 'documents', 'requests', 'violations'],
    home: ['away', 'dashboard', 'requests', 'violations'],
    reporting: ['requests', 'violations'],
    requests: ['thread'],
    violations: ['thread'],
  },
  'client/meetings/': {
    agenda: ['action-items'],
    desk: ['proxies', 'room'],
    detail: [
      ...['action-items', 'agenda', 'decisions', 'desk', 'file', 'minutes', 'notice'],
      ...['print', 'proxies', 'roll', 'room'],
    ],
    'feature.ts': ['list', 'minutes'],
    list: ['action-items', 'decisions'],
    minutes: ['agenda'],
    notice: ['agenda'],
    'outbox.ts': ['file'],
    print: ['agenda', 'desk', 'minutes', 'notice'],
    room: ['action-items', 'agenda', 'decisions', 'minutes'],
    rules: ['form', 'roll'],
    'screens.tsx': ['desk', 'detail', 'form', 'print', 'room', 'rules'],
  },
  'client/money/': {
    account: ['disputes', 'fees', 'opening', 'owed', 'pay', 'plans', 'record', 'reminders', 'rules'],
    deposits: ['record'],
    dues: ['account', 'invoices', 'payouts'],
    invoices: ['disputes', 'pay', 'payouts'],
    owed: ['pay'],
    pay: ['payouts'],
    record: ['pay'],
    reports: ['fees', 'owed', 'plans', 'record', 'reminders'],
    rules: ['reminders'],
  },
  'client/people/': {},
};
