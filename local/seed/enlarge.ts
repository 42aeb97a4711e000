import { REQUEST_CATEGORIES, type RequestStatus } from '../../schema/requests.ts';
import { VIOLATION_CATEGORIES, type ViolationStatus } from '../../schema/violations.ts';
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
import {
  ANNOUNCEMENT_TITLES,
  FIRST_NAMES,
  LAST_NAMES,
  PAPERS,
  PLACES,
  PROBLEMS,
  REPLIES,
  RULES,
  STREETS,
  THANKS,
} from './phrases.ts';
import { type Random, randomOf } from './random.ts';

const UNITS = 400;
const DAYS_A_YEAR = 365;
/** How much of each happens in three years. */
const REQUESTS = 5_000;
const UPDATE_ITEMS = 70;
const DOCUMENTS = 108;
const VIOLATIONS = 600;

type People = Record<string, Person>;

/** 400 homes with `years` of history. */
export const enlarge = (data: HoaData, years: number): HoaData => {
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
    requests: [...data.requests, ...moreRequests(countOf(REQUESTS), residents, people, random)],
    announcements: [...data.announcements, ...moreUpdates(countOf(UPDATE_ITEMS), random)],
    documents: [...data.documents, ...morePapers(countOf(DOCUMENTS), random)],
    violations: [...data.violations, ...moreViolations(countOf(VIOLATIONS), residents, people, random)],
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

const moreRequests = (count: number, residents: string[], people: People, random: Random): RequestData[] =>
  Array.from({ length: count }, (_, n): RequestData => {
    const by = random.pick(residents);
    const days = random.between(1, people[by]!.days);
    const place = random.pick(PLACES);
    return {
      days,
      by,
      category: random.next() < 0.6 ? 'Maintenance' : random.pick(REQUEST_CATEGORIES),
      status: requestStatus(days, random),
      title: `${place} ${random.pick(PROBLEMS)} (${1000 + n})`,
      text: `${place}: noticed ${random.pick(['this morning', 'last night', 'a week ago'])}. ${random.pick(RULES)}`,
      assigned: random.pick(['dale', 'board', 'marcus']),
      thread: threadOf(by, random),
    };
  });

const requestStatus = (days: number, random: Random): RequestStatus =>
  days > 90
    ? random.pick(['resolved', 'resolved', 'closed', 'closed', 'closed', 'rejected'])
    : random.pick(['open', 'open', 'in_progress', 'awaiting_info', 'resolved', 'closed']);

const threadOf = (by: string, random: Random): RequestData['thread'] =>
  Array.from({ length: random.between(0, 4) }, (_, n) => ({
    who: n % 2 ? by : random.pick(['dale', 'board', 'marcus']),
    text: random.pick(n % 2 ? THANKS : REPLIES),
    private: n % 2 === 0 && random.next() < 0.1,
  }));

const moreUpdates = (count: number, random: Random): AnnouncementData[] =>
  Array.from({ length: count }, (_, n) => ({
    days: 15 + n * 15,
    by: random.pick(['board', 'superadmin', 'dale']),
    category: random.pick(['general', 'maintenance', 'event', 'reminder'] as const),
    status: 'sent',
    audience: random.pick(['all', 'all', 'residents', 'board'] as const),
    title: `${random.pick(ANNOUNCEMENT_TITLES)} (no. ${count - n})`,
    text: `${random.pick(RULES)}\n\n${random.pick(REPLIES)}`,
    read: random.next(),
  }));

const morePapers = (count: number, random: Random): DocumentData[] =>
  Array.from({ length: count }, (_, n) => {
    const [category, title] = random.pick(PAPERS);
    return {
      days: 10 + n * 10,
      by: 'superadmin',
      category,
      title: `${title}, no. ${count - n}`,
      file: 'scan.gif',
      boardOnly: random.next() < 0.25,
    };
  });

const moreViolations = (count: number, residents: string[], people: People, random: Random): ViolationData[] =>
  Array.from({ length: count }, (_, n) => {
    const to = random.pick(residents);
    const days = random.between(1, people[to]!.days);
    return {
      days,
      to,
      by: random.pick(['board', 'dale', 'marcus']),
      category: random.pick(VIOLATION_CATEGORIES),
      status: violationStatus(days, random),
      title: `${random.pick(PLACES)}: please see to it (${100 + n})`,
      text: random.pick(RULES),
      due: 14 - days,
      thread: [
        { who: to, text: random.pick(THANKS) },
        { who: 'board', text: random.pick(REPLIES), private: random.next() < 0.3 },
      ],
    };
  });

const violationStatus = (days: number, random: Random): ViolationStatus =>
  days > 60
    ? random.pick(['resolved', 'resolved', 'resolved', 'dismissed', 'escalated'])
    : random.pick(['open', 'open', 'under_review', 'resolved']);

const sinceTheBeginning = (due: DueData, years: number): DueData =>
  due.key === 'monthly' ? { ...due, anchor: { months: 1 - 12 * years, day: 1 } } : due;
