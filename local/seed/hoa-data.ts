import type { AnnouncementCategory, AnnouncementStatus, AudienceType } from '../../schema/announcements.ts';
import type { SubscriptionStatus } from '../../schema/billing.ts';
import type { DocumentCategory } from '../../schema/documents.ts';
import type { DueFrequency } from '../../schema/dues.ts';
import type { Category, Fund } from '../../schema/ledger.ts';
import type { PlanName } from '../../schema/plans.ts';
import type { RequestCategory, RequestStatus } from '../../schema/requests.ts';
import type { PaymentAccount } from '../../schema/tables/billing.ts';
import type { Role, UserStatus } from '../../schema/users.ts';
import type { ViolationCategory, ViolationStatus } from '../../schema/violations.ts';

/** A demo HOA's content. `days` are days ago; people and homes are named by the keys of their lists. */
export type HoaData = {
  slug: string;
  name: string;
  city: string;
  zip: string;
  days: number;
  billing: Billing;
  homes: Record<string, Home>;
  people: Record<string, Person>;
  requests: RequestData[];
  announcements: AnnouncementData[];
  documents: DocumentData[];
  violations: ViolationData[];
  dues: DueData[];
};

type Billing = {
  plan: PlanName;
  status: SubscriptionStatus;
  account: Pick<PaymentAccount, 'charges_enabled' | 'payouts_enabled' | 'details_submitted' | 'requirements_due'>;
};

export type Home = { street: string; unit?: string; rented?: boolean; notes?: string };

/** `email` is the part before the HOA's domain, or whole for who is known by it in the other HOA. An invited person has
 * no `seen`. */
export type Person = {
  name: string;
  email: string;
  role: Role;
  status: UserStatus;
  home?: string;
  phone?: string;
  days: number;
  seen?: number;
  deleted?: number;
};

/** `key` names it in ids where titles repeat. */
type Keyed = { key?: string };

type Line = { who: string; text: string; private?: boolean };

export type RequestData = Keyed & {
  days: number;
  by: string;
  category: RequestCategory;
  status: RequestStatus;
  title: string;
  text: string;
  thread?: Line[];
  photo?: string;
  assigned?: string;
  /** Days from now. */
  deadline?: number;
  notes?: string;
};

export type AnnouncementData = Keyed & {
  days: number;
  by: string;
  category: AnnouncementCategory;
  status: AnnouncementStatus;
  audience: AudienceType;
  to?: string[];
  title: string;
  text: string;
  file?: string;
  /** The recipients whose mail failed. */
  failed?: string[];
  /** The share of recipients who have read it, 0 to 1, and some who never have. */
  read?: number;
  unread?: string[];
};

export type DocumentData = Keyed & {
  days: number;
  by: string;
  category: DocumentCategory;
  title: string;
  file: string;
  boardOnly?: boolean;
  notes?: string;
  tags?: string[];
};

export type ViolationData = Keyed & {
  days: number;
  to: string;
  by: string;
  category: ViolationCategory;
  status: ViolationStatus;
  title: string;
  text: string;
  /** Days from now, negative when past. */
  due: number;
  photo?: string;
  notes?: string;
  thread?: Line[];
};

/**
 * How an invoice stands and why: paid by card or bank, paid 'outside' by check; still pending with nothing tried, a
 * declined card, an abandoned checkout or a bank transfer under way; canceled, also after a payment was given back.
 * A card payment was disputed: that is undecided, or the HOA has won or lost.
 */
export type Outcome =
  | 'paid'
  | 'outside'
  | 'pending'
  | 'declined'
  | 'abandoned'
  | 'transfer'
  | 'canceled'
  | 'refunded'
  | 'disputed'
  | 'won'
  | 'lost';

export type DueData = {
  key: string;
  title: string;
  frequency: DueFrequency;
  reason: 'dues' | 'other';
  /** Cents. */
  amount: number;
  description?: string;
  to: 'residents' | string[];
  by: string;
  offset: number;
  fund?: Fund;
  category?: Category;
  status: 'active' | 'inactive';
  /** The first send date: so many days from today, or a day of the month so many months from this one. */
  anchor: { days: number } | { months: number; day: number };
  /** How invoices stand, by recipient, newest period first. Everybody else mostly pays. */
  outcomes?: Record<string, Outcome[]>;
};
