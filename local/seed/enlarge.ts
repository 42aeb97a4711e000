import type { RequestStatus } from '../../schema/requests.ts';
import type { ViolationStatus } from '../../schema/violations.ts';
import type {
  AnnouncementData,
  DocumentData,
  DueData,
  HoaData,
  Home,
  Person,
  RequestData,
  ViolationData,
} from './hoa-data.ts';
import { ANNOUNCEMENTS, MINUTES, PAPERS, STATEMENT } from './large-notices.ts';
import { REQUESTS, VIOLATIONS } from './large-topics.ts';
import { FIRST_NAMES, LAST_NAMES, STREETS } from './phrases.ts';
import { type Random, randomOf } from './random.ts';

const UNITS = 400;
const DAYS_A_YEAR = 365;
/** How much of each happens in three years. */
const REQUEST_COUNT = 5_000;
const UPDATE_ITEMS = 70;
const DOCUMENTS = 108;
const VIOLATION_COUNT = 600;

type People = Record<string, Person>;

/** 400 homes with `years` of history before `now`. */
export const enlarge = (data: HoaData, years: number, now: Date): HoaData => {
  const countOf = (inThreeYears: number) => Math.round((inThreeYears * years) / 3);
  const random = randomOf(`${data.slug}/large`);
  const homes = { ...data.homes, ...moreHomes(UNITS - Object.keys(data.homes).length, random) };
  const people = { ...data.people, ...morePeople(homes, data, years, random) };
  const residents = Object.keys(people).filter(
    (key) => people[key]!.status === 'active' && people[key]!.role === 'resident',
  );
  return {
    ...data,
    days: years * DAYS_A_YEAR + 35,
    homes,
    people,
    billing: { ...data.billing, plan: 'pro' },
    requests: [...data.requests, ...moreRequests(countOf(REQUEST_COUNT), residents, { people, homes }, random)],
    announcements: [...data.announcements, ...moreUpdates(countOf(UPDATE_ITEMS), now, random)],
    documents: [...data.documents, ...morePapers(countOf(DOCUMENTS), now, random)],
    violations: [...data.violations, ...moreViolations(countOf(VIOLATION_COUNT), residents, people, random)],
    dues: data.dues.map((due) => sinceTheBeginning(due, years)),
  };
};

const moreHomes = (count: number, random: Random): Record<string, Home> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => {
      const street = `${100 + 2 * Math.floor(n / (2 * STREETS.length))} ${STREETS[n % STREETS.length]}`;
      const unit = Math.floor(n / STREETS.length) % 2 ? 'B' : 'A';
      return [`large${n}`, { street, unit, rented: random.next() < 0.2 }];
    }),
  );

const morePeople = (homes: Record<string, Home>, data: HoaData, years: number, random: Random): People => {
  const taken = new Set(Object.values(data.people).map((person) => person.home));
  const free = Object.keys(homes).filter((key) => !taken.has(key) && random.next() < 0.95);
  return Object.fromEntries(free.map((home, n) => [`large${n}`, personOf(home, n, years, random)]));
};

const personOf = (home: string, n: number, years: number, random: Random): Person => {
  const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
  const invited = random.next() < 0.03;
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}.${n}`.toLowerCase(),
    role: 'resident',
    status: invited ? 'invited' : random.next() < 0.03 ? 'inactive' : 'active',
    home,
    days: invited ? random.between(1, 6) : random.between(200, years * DAYS_A_YEAR),
    seen: invited ? undefined : random.between(1, 60),
  };
};

const moreRequests = (
  count: number,
  residents: string[],
  { people, homes }: Pick<HoaData, 'people' | 'homes'>,
  random: Random,
): RequestData[] =>
  Array.from({ length: count }, (_, n): RequestData => {
    const by = random.pick(residents);
    const days = random.between(1, people[by]!.days);
    const { category, title, text, thread } = random.pick(REQUESTS);
    return {
      key: `large${n}`,
      days,
      by,
      category,
      status: requestStatus(days, random),
      title: title.replace('{home}', homes[people[by]!.home ?? '']?.street ?? 'the clubhouse'),
      text,
      assigned: random.pick(['dale', 'board', 'marcus']),
      thread: threadOf(by, thread, random),
    };
  });

const requestStatus = (days: number, random: Random): RequestStatus =>
  days > 90
    ? random.pick(['resolved', 'resolved', 'closed', 'closed', 'closed', 'rejected'])
    : random.pick(['open', 'open', 'in_progress', 'awaiting_info', 'resolved', 'closed']);

const threadOf = (by: string, lines: readonly string[], random: Random): RequestData['thread'] => [
  ...lines
    .slice(0, random.between(0, lines.length))
    .map((text, n) => ({ who: n % 2 ? by : random.pick(['dale', 'board', 'marcus']), text })),
  ...(random.next() < 0.1 ? [{ who: 'dale', text: 'Same problem as in the spring.', private: true }] : []),
];

const DAY = 86_400_000;

const moreUpdates = (count: number, now: Date, random: Random): AnnouncementData[] =>
  Array.from({ length: count }, (_, n) => {
    const days = 15 + n * 15;
    const month = new Date(now.getTime() - days * DAY).getUTCMonth() + 1;
    const { category, title, text } = random.pick(
      ANNOUNCEMENTS.filter(({ months: [first, last] }) => first <= month && month <= last),
    );
    return {
      key: `large${n}`,
      days,
      by: random.pick(['board', 'superadmin', 'dale']),
      category,
      status: 'sent',
      audience: random.pick(['all', 'all', 'residents', 'board'] as const),
      title,
      text,
      read: random.next(),
    };
  });

/** Three papers a month, the newest of last month. */
const morePapers = (count: number, now: Date, random: Random): DocumentData[] =>
  Array.from({ length: count }, (_, n) => {
    const { category, title } = [MINUTES, STATEMENT, random.pick(PAPERS)][n % 3]!;
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - Math.floor(n / 3), 1));
    const words = month.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    return {
      key: `large${n}`,
      days: 10 + n * 10,
      by: 'superadmin',
      category,
      title: `${title}, ${words}`,
      file: 'scan.gif',
      boardOnly: random.next() < 0.25,
    };
  });

const moreViolations = (count: number, residents: string[], people: People, random: Random): ViolationData[] =>
  Array.from({ length: count }, (_, n) => {
    const to = random.pick(residents);
    const days = random.between(1, people[to]!.days);
    const { category, title, text, thread } = random.pick(VIOLATIONS);
    return {
      key: `large${n}`,
      days,
      to,
      by: random.pick(['board', 'dale', 'marcus']),
      category,
      status: violationStatus(days, random),
      title,
      text,
      due: 14 - days,
      thread: [
        { who: to, text: thread[0]! },
        { who: 'board', text: thread[1]! },
        ...(random.next() < 0.3 ? [{ who: 'board', text: 'Second notice this year.', private: true }] : []),
      ],
    };
  });

const violationStatus = (days: number, random: Random): ViolationStatus =>
  days > 60
    ? random.pick(['resolved', 'resolved', 'resolved', 'dismissed', 'escalated'])
    : random.pick(['open', 'open', 'under_review', 'resolved']);

const sinceTheBeginning = (due: DueData, years: number): DueData =>
  due.key === 'monthly' ? { ...due, anchor: { months: 1 - 12 * years, day: 1 } } : due;
