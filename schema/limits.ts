import type { PlanName } from './plans.ts';

/** The most that may be done in a day, which ends at midnight UTC. Only a script or a broken device meets a limit: each
 * comment says why a person does not. docs/operations-appendix.md, "Limits", has them as a table. */
export type DailyLimit = {
  /** The thing that is counted, and its owner. */
  key: string;
  max: number;
  /** How much this use counts. */
  by: number;
  /** The sentence that a person reads; when to try again is added to it. */
  reason: string;
};

type Person = { id: string; hoa_id: string };

const GB = 1024 ** 3;

/** Scanning a filing cabinet takes a minute a file: 480 in eight hours, most under 4 MB. */
const UPLOADS_PER_USER = 500;
const UPLOAD_GB_PER_USER = 2;
/** After a storm, each of 400 households sends five photos of 4 MB: 2,000 files, 8 GB. */
const UPLOADS_PER_HOA = 3000;
const UPLOAD_GB_PER_HOA = 10;

export const uploadLimits = ({ id, hoa_id }: Person, bytes: number): DailyLimit[] => [
  {
    key: `uploads/user/${id}`,
    max: UPLOADS_PER_USER,
    by: 1,
    reason: `You have uploaded ${UPLOADS_PER_USER} files today, the daily limit.`,
  },
  {
    key: `upload-bytes/user/${id}`,
    max: UPLOAD_GB_PER_USER * GB,
    by: bytes,
    reason: `This file would put you over the daily upload limit of ${UPLOAD_GB_PER_USER} GB.`,
  },
  {
    key: `uploads/hoa/${hoa_id}`,
    max: UPLOADS_PER_HOA,
    by: 1,
    reason: `Your HOA has uploaded ${UPLOADS_PER_HOA} files today, the daily limit.`,
  },
  {
    key: `upload-bytes/hoa/${hoa_id}`,
    max: UPLOAD_GB_PER_HOA * GB,
    by: bytes,
    reason: `This file would put your HOA over the daily upload limit of ${UPLOAD_GB_PER_HOA} GB.`,
  },
];

/** Five devices, each of them emptied three times a day, are 15. A browser that forgets everything at each start would
 * have to be started every minute and a half. */
const FIRST_SYNCS_PER_USER = 1000;
/** After a restore, all devices of 800 people start over on one day: 4,000 at five each. */
const FIRST_SYNCS_PER_HOA = 20_000;

export const firstSyncLimits = ({ id, hoa_id }: Person): DailyLimit[] => [
  {
    key: `first-syncs/user/${id}`,
    max: FIRST_SYNCS_PER_USER,
    by: 1,
    reason: `Your devices have fully reloaded ${FIRST_SYNCS_PER_USER} times today, the daily limit.`,
  },
  {
    key: `first-syncs/hoa/${hoa_id}`,
    max: FIRST_SYNCS_PER_HOA,
    by: 1,
    reason: `Your HOA’s devices have fully reloaded ${FIRST_SYNCS_PER_HOA} times today, the daily limit.`,
  },
];

/** A desk that checked in 400 homes and took their roll call offline comes back with some 1,000 changes. */
const CHANGES_PER_USER = 5000;
/** Three such desks, and a change of each of 800 people in the same minute. */
const CHANGES_PER_HOA = 10_000;

/** Limits of a minute, not of a day: changes over REST and pushed ones. */
export const changeLimits = ({ id, hoa_id }: Person, changes: number): DailyLimit[] => [
  {
    key: `changes/user/${id}`,
    max: CHANGES_PER_USER,
    by: changes,
    reason: `Your devices have sent ${CHANGES_PER_USER} changes in a minute, the limit per minute.`,
  },
  {
    key: `changes/hoa/${hoa_id}`,
    max: CHANGES_PER_HOA,
    by: changes,
    reason: `Your HOA’s devices have sent ${CHANGES_PER_HOA} changes in a minute, the limit per minute.`,
  },
];

/** Each unit of the plan gives 20 emails a day to write to everybody in it, two people each, ten times. A trial has half,
 * which invites them all, sends three announcements and leaves a third over. The free plan is for accounts that the
 * operator knows. */
export const MAILS_A_DAY: Record<PlanName, { paid: number; trial: number }> = {
  free: { paid: 10_000, trial: 10_000 },
  starter: { paid: 1000, trial: 500 },
  growth: { paid: 3000, trial: 1500 },
  pro: { paid: 8000, trial: 4000 },
};

/** Invoices and notifications have as many emails of their own, so that they never hold up announcements, and
 * announcements never them. */
export type MailBudget = 'mails' | 'invoices' | 'notifications';

const MAIL_KEYS: Record<MailBudget, string> = {
  mails: 'mails',
  invoices: 'invoice-mails',
  notifications: 'notification-mails',
};

export const mailKey = (budget: MailBudget, hoa_id: string): string => `${MAIL_KEYS[budget]}/hoa/${hoa_id}`;

/** One every ten minutes from seven in the morning to eleven at night are 96. */
const ANNOUNCEMENTS_PER_HOA = 100;

export const announcementLimit = (hoa_id: string): DailyLimit => ({
  key: `announcements/hoa/${hoa_id}`,
  max: ANNOUNCEMENTS_PER_HOA,
  by: 1,
  reason: `Your HOA has sent ${ANNOUNCEMENTS_PER_HOA} announcements today, the daily limit.`,
});

/** Each invitation replaces the one before, so a person has use for the last one alone. */
const INVITATIONS_PER_PERSON = 5;

export const invitationLimit = (hoa_id: string, person: string): DailyLimit => ({
  key: `invitations/hoa/${hoa_id}/${person}`,
  max: INVITATIONS_PER_PERSON,
  by: 1,
  reason: `This person was sent ${INVITATIONS_PER_PERSON} invitations today, the daily limit.`,
});

/** A person asks for their data once; who tries again after a failed download does so a few times. */
const EXPORTS_PER_USER = 5;
/** Each member of a board that leaves asks once, and looks at the result before they ask again. */
const EXPORTS_PER_HOA = 20;

export const exportLimits = ({ id, hoa_id }: Person): DailyLimit[] => [
  {
    key: `exports/user/${id}`,
    max: EXPORTS_PER_USER,
    by: 1,
    reason: `You have requested ${EXPORTS_PER_USER} exports today, the daily limit.`,
  },
  {
    key: `exports/hoa/${hoa_id}`,
    max: EXPORTS_PER_HOA,
    by: 1,
    reason: `Your HOA has requested ${EXPORTS_PER_HOA} exports today, the daily limit.`,
  },
];

/** A whole association once: who leaves, or keeps a copy of each quarter, needs one that is complete. */
const HOA_EXPORTS = 5;

export const hoaExportLimits = ({ hoa_id }: Person): DailyLimit[] => [
  {
    key: `whole-exports/hoa/${hoa_id}`,
    max: HOA_EXPORTS,
    by: 1,
    reason: `Your HOA’s full export was downloaded ${HOA_EXPORTS} times today, the daily limit.`,
  },
];
