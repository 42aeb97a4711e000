/** The values and types of meetings. No zod here, so that lists can import it. */

export const MEETING_KINDS = [
  'board_regular',
  'board_special',
  'board_emergency',
  'member_annual',
  'member_special',
] as const;
export type MeetingKind = (typeof MEETING_KINDS)[number];
export type Body = 'board' | 'member';
export const bodyOf = (kind: MeetingKind): Body => (kind.startsWith('board') ? 'board' : 'member');

/** The stored status; whether it is in session follows from its facts. */
export const MEETING_STATUSES = ['draft', 'scheduled', 'canceled'] as const;

export const MINUTES_STATUSES = ['none', 'draft', 'in_review', 'approved', 'published'] as const;

export const OFFICES = ['President', 'Secretary', 'Treasurer', 'Director'] as const;
export type Office = (typeof OFFICES)[number];
export type Director = { user_id: string; office: Office };
/** A director without an account. `id` is made by the device that adds them. */
export type NamedDirector = { id: string; name: string; office: Office };

/** `at_least` takes `percent` of the roll's total, `more_than_half` takes none. */
export type QuorumRule = {
  basis: 'weight' | 'units';
  measure: 'at_least' | 'more_than_half';
  percent: number;
};

/** Majority and two thirds are of the votes cast, `present` is a majority of those present, `roll` is `percent` of the roll. */
export type Threshold = {
  kind: 'majority' | 'two_thirds' | 'present' | 'roll';
  basis: 'weight' | 'units';
  percent?: number | undefined;
};

export type TemplateItem = {
  title: string;
  kind: ItemKind;
  minutes?: number | undefined;
  executive?: boolean | undefined;
};
export type AgendaTemplate = { id: string; name: string; body: Body; items: TemplateItem[] };

/** The rules that a meeting copies when it is scheduled. Hours count back from its start, days are calendar days. */
export type RulesOfMeeting = {
  notice_hours: number;
  longest_notice_days: number | null;
  quorum: QuorumRule;
  /** At a meeting that another was adjourned to, at least so many days later. */
  adjourned_quorum: { percent: number; days: number };
  recused_count_for_quorum: boolean;
  threshold: Threshold;
  second_required: boolean;
  show_seconder: boolean;
  names_published: boolean;
  speaker_seconds: number;
  proxies: {
    allowed: boolean;
    /** After the date of the meeting they were given for. */
    valid_days: number;
    /** Before the start, for those given in the app. */
    deadline_hours: number;
    in_elections: boolean;
  };
  suspension: { enabled: boolean; counts_in_total: boolean };
  directors: Director[];
  /** The size of the board; null or absent: as many as there are directors. */
  seats?: number | null;
  /** The board's quorum counts vacant seats too. */
  quorum_of_seats?: boolean;
};

/** The HOA's own row; what it does not name has its default (sync/meetings/rules.ts). */
export type MeetingRuleSettings = {
  notice_hours: Record<MeetingKind | 'executive_only' | 'election', number>;
  longest_notice_days: Record<Body, number | null>;
  quorum: Record<Body, QuorumRule>;
  adjourned_quorum: RulesOfMeeting['adjourned_quorum'];
  recused_count_for_quorum: boolean;
  threshold: Record<Body, Threshold>;
  second_required: Record<Body, boolean>;
  show_seconder: boolean;
  names_published: { directors: boolean; units: boolean };
  speaker_seconds: number;
  proxies: RulesOfMeeting['proxies'];
  suspension: RulesOfMeeting['suspension'];
  /** Null: all active users of role board. */
  directors: Director[] | null;
  named_directors: NamedDirector[];
  seats: number | null;
  quorum_of_seats: boolean;
  /** Null: those that ship (sync/meetings/agenda/templates.ts). */
  templates: AgendaTemplate[] | null;
};

/** `user_id` is null for an owner without an account. */
export type Owner = { name: string; user_id: string | null };
/** Calendar dates; `to` null is until further notice. */
export type Suspension = { from: string; to: string | null; reason: string };

export const ITEM_KINDS = [
  'business',
  'call_to_order',
  'quorum',
  'notice_proof',
  'minutes',
  'open_forum',
  'reports',
  'unfinished',
  'new_business',
  'nominations',
  'ballot',
  'results',
  'executive',
  'adjournment',
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** The record that an agenda item is about, and the action of adopting or failing its motion on it. `account` groups overdue invoices. */
export const LINKED_ENTITIES = ['request', 'violation', 'account', 'meeting', 'actionItem', 'motion'] as const;
export type LinkedRecord = { entity: (typeof LINKED_ENTITIES)[number]; id: string };
export const PAPERS_LIMIT = 20;
/** A document that goes with an agenda item. Residents see those that they could read when they were added. */
export type Paper = { document_id: string; is_public: boolean };
/** `status` of the request or violation, 'canceled' for an overdue invoice, 'approved' for minutes. */
export type RecordAction = { entity: 'request' | 'violation' | 'invoice' | 'meeting'; id: string; status: string };

export const WAYS = ['in_person', 'remote', 'proxy'] as const;
export type Way = (typeof WAYS)[number];
export const CHOICES = ['for', 'against', 'abstain'] as const;
export type Choice = (typeof CHOICES)[number];
export const METHODS = ['consent', 'voice', 'count', 'roll_call'] as const;
export type Method = (typeof METHODS)[number];
export const OUTCOMES = ['adopted', 'failed', 'withdrawn', 'postponed', 'referred', 'died'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const PROXY_KINDS = ['general', 'directed', 'quorum'] as const;
export type ProxyKind = (typeof PROXY_KINDS)[number];
export const PROXY_WAYS = ['app', 'paper'] as const;
/** Stored. Superseded and expired follow from the other rows and the day. */
export const PROXY_STATUSES = ['active', 'revoked', 'invalid'] as const;
export type Direction = { item_id: string; choice: Choice };

export const ACTION_ITEM_STATUSES = ['open', 'done', 'dropped'] as const;
export type ActionItemStatus = (typeof ACTION_ITEM_STATUSES)[number];

/** The outcome of a motion's action on a record. `seen` is the state that the board decided on, `now` the later one. */
export type DecisionOutcome = {
  result_id: string;
  outcome: 'applied' | 'changed' | 'gone' | 'left';
  action: RecordAction;
  seen: string;
  now: string | null;
  by_name: string;
  at: string;
};

/** Units, and their weight. */
export type Count = { units: number; weight: number };
export type Totals = Record<Choice, Count>;
