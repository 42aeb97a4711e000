import { addDays, addMonths, daysBetween, laterOf } from '../../../schema/dates.ts';
import { endOfDay } from '../../../sync/ledger/dates.ts';

/** The first is the one of an address that names none. */
export const PERIODS = ['3-months', 'month', '12-months', 'year', 'custom'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Calendar dates of the HOA, both included. */
export type Span = { from: string; to: string };
/** `before` lies before `span` and is as long: of a month that has just begun the same days of the month before. */
export type ReportPeriod = { span: Span; before: Span };

/** Days that are none are ignored; a period ends today at the latest and is ten years long at most. */
export const periodOf = (
  { period, from, to }: { period: PeriodName; from: string; to: string },
  today: string,
): ReportPeriod => {
  const month = `${today.slice(0, 7)}-01`;
  if (period === 'custom')
    return customPeriod(isDay(from) ? from : addMonths(month, -2), isDay(to) ? to : today, today);
  const count = { month: 1, '3-months': 3, '12-months': 12, year: Number(today.slice(5, 7)) }[period];
  const first = addMonths(month, 1 - count);
  const back = period === 'year' ? -12 : -count;
  return { span: { from: first, to: today }, before: { from: addMonths(first, back), to: addMonths(today, back) } };
};

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const LONGEST_MONTHS = 120;

const customPeriod = (one: string, other: string, today: string): ReportPeriod => {
  const [start = today, end = today] = [one, other].sort();
  const to = [end, today].sort()[0] ?? today;
  const from = laterOf([start, to].sort()[0] ?? to, addMonths(to, -LONGEST_MONTHS));
  const days = daysBetween(from, to) + 1;
  return { span: { from, to }, before: { from: addDays(from, -days), to: addDays(from, -1) } };
};

/** The months ('YYYY-MM') that a span touches, oldest first. */
export const monthsIn = ({ from, to }: Span): string[] => {
  const months: string[] = [];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = monthAfter(month)) months.push(month);
  return months;
};

/** The months from the first that `isUsed` on. */
export const sinceFirst = (months: readonly string[], isUsed: (month: string) => boolean): readonly string[] => {
  const first = months.findIndex(isUsed);
  return months.slice(first === -1 ? -1 : first);
};

const monthAfter = (month: string) => addMonths(`${month}-01`, 1).slice(0, 7);

/** Tells by the calendar of the HOA's time zone where an instant (ISO 8601, UTC) falls. */
export type Calendar = {
  /** All months of a period and of the one before. */
  months: readonly string[];
  monthOf(instant: string): string | null;
  partOf(instant: string): keyof ReportPeriod | null;
};

/** The edges are computed once, since a date of each row would take a large HOA longer than everything else. */
export const calendarOf = ({ span, before }: ReportPeriod, time_zone: string): Calendar => {
  const months = monthsIn({ from: before.from, to: span.to });
  const edges = months.map((month) => endOfDay(time_zone, addDays(`${monthAfter(month)}-01`, -1)));
  const start = endOfDay(time_zone, addDays(`${months[0]}-01`, -1));
  const isIn = ({ from, to }: Span) => {
    const [after, until] = [endOfDay(time_zone, addDays(from, -1)), endOfDay(time_zone, to)];
    return (instant: string) => instant > after && instant <= until;
  };
  const [isInSpan, isBefore] = [isIn(span), isIn(before)];
  return {
    months,
    monthOf: (instant) => (instant <= start ? null : (months[edges.findIndex((edge) => instant <= edge)] ?? null)),
    partOf: (instant) => (isInSpan(instant) ? 'span' : isBefore(instant) ? 'before' : null),
  };
};
