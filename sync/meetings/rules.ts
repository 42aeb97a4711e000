import {
  type Body,
  bodyOf,
  type Director,
  type MeetingKind,
  type MeetingRuleSettings,
  type RulesOfMeeting,
} from '../../schema/meetings.ts';
import type { Meeting } from '../../schema/tables/meetings.ts';
import type { User } from '../../schema/tables/users.ts';
import { can } from '../roles.ts';

export const NOT_LEGAL_ADVICE = 'Porchlight does not give legal advice. Check your governing documents and state law.';

/** Cautious ones; each is a setting of the HOA. */
const DEFAULT_RULES: MeetingRuleSettings = {
  notice_hours: {
    board_regular: 96,
    board_special: 72,
    board_emergency: 0,
    executive_only: 48,
    member_annual: 336,
    member_special: 336,
    election: 720,
  },
  longest_notice_days: { board: null, member: 60 },
  quorum: {
    board: { basis: 'units', measure: 'more_than_half', percent: 50 },
    member: { basis: 'weight', measure: 'at_least', percent: 30 },
  },
  adjourned_quorum: { percent: 20, days: 20 },
  recused_count_for_quorum: true,
  threshold: { board: { kind: 'majority', basis: 'units' }, member: { kind: 'majority', basis: 'weight' } },
  second_required: { board: false, member: true },
  show_seconder: true,
  names_published: { directors: true, units: false },
  speaker_seconds: 180,
  proxies: { allowed: true, valid_days: 90, deadline_hours: 0, in_elections: false },
  suspension: { enabled: false, counts_in_total: false },
  directors: null,
  named_directors: [],
  seats: null,
  quorum_of_seats: true,
  templates: null,
};

/** The HOA's rules, with defaults for what its row does not name. */
export const settingsOf = (stored?: Partial<MeetingRuleSettings> | null): MeetingRuleSettings => ({
  ...DEFAULT_RULES,
  ...stored,
});

type Scheduled = Pick<Meeting, 'kind'> & Partial<Pick<Meeting, 'executive_only' | 'has_election'>>;

/** Hours before the start by which notice must be sent. */
export const noticeHours = (
  { notice_hours }: Pick<MeetingRuleSettings, 'notice_hours'>,
  { kind, executive_only, has_election }: Scheduled,
): number => {
  if (bodyOf(kind) === 'member')
    return has_election ? Math.max(notice_hours.election, notice_hours[kind]) : notice_hours[kind];
  return executive_only ? Math.min(notice_hours.executive_only, notice_hours[kind]) : notice_hours[kind];
};

/** The rules that a meeting of that kind copies. `directors` are those of `directorsOf`. */
export const rulesFor = (
  settings: MeetingRuleSettings,
  meeting: Scheduled | MeetingKind,
  directors: readonly Director[] = settings.directors ?? [],
): RulesOfMeeting => {
  const scheduled = typeof meeting === 'string' ? { kind: meeting } : meeting;
  const body: Body = bodyOf(scheduled.kind);
  return {
    notice_hours: noticeHours(settings, scheduled),
    longest_notice_days: settings.longest_notice_days[body],
    quorum: settings.quorum[body],
    adjourned_quorum: settings.adjourned_quorum,
    recused_count_for_quorum: settings.recused_count_for_quorum,
    threshold: settings.threshold[body],
    second_required: settings.second_required[body],
    show_seconder: settings.show_seconder,
    names_published: body === 'board' ? settings.names_published.directors : settings.names_published.units,
    speaker_seconds: settings.speaker_seconds,
    proxies: { ...settings.proxies, allowed: body === 'member' && settings.proxies.allowed },
    suspension: settings.suspension,
    directors: [...directors],
    ...(body === 'board' && seatsOf(settings)),
  };
};

/** The board's size as a meeting copies it. */
export const seatsOf = ({ seats, quorum_of_seats }: MeetingRuleSettings) => ({ seats, quorum_of_seats });

type Member = Pick<User, 'id' | 'role' | 'status' | 'deleted_at'>;

const isActive = ({ status, deleted_at }: Pick<Member, 'status' | 'deleted_at'>) => status === 'active' && !deleted_at;

/** Those that the rules list and that are still active, else all active board members. Ordered by office where listed. */
export const directorsOf = (
  { directors }: Pick<MeetingRuleSettings, 'directors'>,
  users: readonly Member[],
): Director[] => {
  if (!directors) {
    const members = users.filter((user) => isActive(user) && can(user.role, 'meetings.direct'));
    return members.map(({ id }) => ({ user_id: id, office: 'Director' }));
  }
  const active = new Set(users.filter(isActive).map(({ id }) => id));
  return directors.filter(({ user_id }) => active.has(user_id));
};
