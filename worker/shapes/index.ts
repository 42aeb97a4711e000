/** The shapes of the API's answers, and of bodies that are no mutator's input. */
export * from './accounts.ts';
export * from './community.ts';
export * from './identity.ts';
export * from './ledger.ts';
export * from './meeting-facts.ts';
export * from './meeting-notice.ts';
export * from './meetings.ts';
export * from './minutes.ts';
export * from './money.ts';
export * from './notifications.ts';
export * from './parts.ts';
export * from './paying.ts';
export * from './payment-plans.ts';
export * from './people.ts';
export * from './reports.ts';
export * from './trail.ts';
