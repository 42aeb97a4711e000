import type * as z from 'zod';
import type { MutatorName } from '../../sync/mutators.ts';

export const TAGS = {
  Announcements: 'What the board tells everybody, by mail and in the app.',
  Requests: 'What residents ask of the board, with the answers.',
  Violations: 'What the board finds, with what the resident answers.',
  Documents: 'The files of the association.',
  Dues: 'What is charged, to whom, how often.',
  Invoices: 'What somebody owes or has paid.',
  Accounts: 'What each home owes and has paid, entry by entry.',
  Meetings: 'Board and member meetings: agenda, roll, what happened in them, motions, minutes.',
  People: 'Residents and the board, and their addresses.',
  Dashboard: 'Figures and what happened last.',
  Activity: 'The trail of who did what.',
  'API tokens': 'Superadmins make and revoke them, signed in with their password.',
  Webhooks: 'Where events are sent to.',
  Association: 'Plan, payout account, leaving.',
  Account: 'Signing in, passwords, second factor, devices.',
  Signup: 'A new association.',
  Sync: 'What the app itself speaks.',
  Operation: 'What runs the service.',
} as const;

/** The least role that may call: everybody, who is signed in, or a role and those above it. */
export type Access = 'anyone' | 'person' | 'resident' | 'board' | 'superadmin';

/** `body` is a mutator's input without the ids that are the server's to make or stand in the path, or a schema.
 * An answer without content is null; a string is its content type. */
export type Operation = {
  summary: string;
  notes?: string;
  tag: keyof typeof TAGS;
  access: Access;
  query?: z.core.$ZodType;
  /** What may stand in the query's lists. */
  values?: Readonly<Record<string, readonly string[]>>;
  body?: MutatorName | z.core.$ZodType | 'file';
  answers: Record<number, z.core.$ZodType | string | null>;
};

/** Shared by the operations of a part. */
export type Of = Pick<Operation, 'tag' | 'access'>;

export const deletion = (of: Of, summary: string): Operation => ({ ...of, summary, answers: { 204: null } });
