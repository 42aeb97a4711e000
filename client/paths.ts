/** Every path of the browser, as functions: links and redirects are made of these. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  forgotPassword: () => '/forgot-password',
  resetPassword: () => '/reset-password',
  inviteAccept: () => '/invite/accept',
  signup: () => '/signup',
  signupHoaSetup: () => '/signup/hoa-setup',
  signupComplete: () => '/signup/complete',
  support: () => '/support',
  reactivation: () => '/reactivation',
  dashboard: () => '/dashboard',
  profile: () => '/profile',
  announcements: () => '/announcements',
  announcement: (id: string) => `/announcements/${id}`,
  announcementEdit: (id: string) => `/announcements/${id}/edit`,
  announcementCreate: () => '/announcements/create',
  requests: () => '/requests',
  request: (id: string) => `/requests/${id}`,
  requestMessages: (id: string) => `/requests/${id}/messages`,
  requestCreate: () => '/requests/create',
  documents: () => '/documents',
  compliance: () => '/compliance',
  violations: () => '/violations',
  violation: (id: string) => `/compliance/${id}`,
  violationMessages: (id: string) => `/compliance/${id}/messages`,
  violationCreate: () => '/compliance/create',
  dues: () => '/dues',
  due: (id: string) => `/dues/${id}`,
  dueCreate: () => '/dues/create',
  invoice: (id: string) => `/invoices/${id}`,
  users: () => '/users',
  addresses: () => '/addresses',
  planSelection: () => '/plan-selection',
  stripeSetup: () => '/stripe-setup',
};

/** Under which key each form keeps its draft, so that the outbox can put a refused change back into its form. */
export const drafts = {
  /** Some of {title, message, category, audience_type, custom_recipients, attachment}: what was changed. */
  announcement: () => 'announcement',
  announcementEdit: (id: string) => `announcement/${id}`,
  /** {title, category, is_public, notes} */
  document: () => 'document',
  /** {title, category, description} */
  request: () => 'request',
  /** The message's HTML. */
  requestMessage: (request_id: string) => `request-message/${request_id}`,
  /** {user_id, title, category, message, due_date} */
  violation: () => 'violation',
  /** The message's HTML. */
  violationMessage: (violation_id: string) => `violation-message/${violation_id}`,
};
