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
  needsAttention: () => '/needs-attention',
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
  /** The screen of a due with its edit dialog open. */
  dueEdit: (id: string) => `/dues/${id}?edit`,
  dueCreate: () => '/dues/create',
  invoices: () => '/invoices',
  invoice: (id: string) => `/invoices/${id}`,
  users: () => '/users',
  bulkUpload: () => '/users?bulk-upload=true',
  userEdit: (id: string) => `/users?edit=${id}`,
  userInvite: () => '/users?invite=true',
  addresses: () => '/addresses',
  /** The directory with a dialog open. */
  addressAdd: () => '/addresses?add=true',
  addressEdit: (id: string) => `/addresses?edit=${id}`,
  addressResidents: (id: string) => `/addresses?residents=${id}`,
  /** The profile with word of the plan that was just chosen. */
  planUpdated: (plan: string) => `/profile?plan_updated=${plan}`,
  planSelection: () => '/plan-selection',
  stripeSetup: () => '/stripe-setup',
};

/** Under which key each form keeps its draft, so that the outbox can put a refused change back into its form. */
export const drafts = {
  /** Some of {street, unit_number} */
  address: () => 'address',
  /** Some of {street, unit_number, is_rented, notes} */
  addressEdit: (id: string) => `address/${id}`,
  /** Some of {title, message, category, audience_type, custom_recipients, attachment}: what was changed. */
  announcement: () => 'announcement',
  announcementEdit: (id: string) => `announcement/${id}`,
  /** Some of the fields of a due, as typed: what was changed. */
  due: () => 'due',
  dueEdit: (id: string) => `due/${id}`,
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
  /** {email, role, address_id, phone}; with an id, of a person who is invited again. */
  invitation: (user_id?: string) => (user_id ? `invitation/${user_id}` : 'invitation'),
  /** Some of {name, role, status}: what was changed. */
  userEdit: (id: string) => `user/${id}`,
};
