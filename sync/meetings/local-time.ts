/** The wall clock of an instant in a time zone. */
type LocalTime = {
  year: number;
  month: number;
  day: number;
  weekday: number;
  hour: number;
  minute: number;
  second: number;
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** `time_zone` is an IANA name; weekday 0 is Sunday. */
export const localTime = (time_zone: string, instant: number): LocalTime => {
  const format = formats.get(time_zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: time_zone, ...NUMBERS });
  formats.set(time_zone, format);
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const { year, month, day, hour, minute, second } = parts as Record<string, number>;
  const at = { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! };
  return { ...at, weekday: new Date(wallClock(at)).getUTCDay() };
};

const NUMBERS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

const wallClock = ({ year, month, day, hour, minute, second }: Omit<LocalTime, 'weekday'>): number =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/** Milliseconds that the time zone is ahead of UTC. */
export const offsetAt = (time_zone: string, instant: number): number => {
  const whole = Math.floor(instant / 1000) * 1000;
  return wallClock(localTime(time_zone, whole)) - whole;
};

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** "Thursday, November 12, 2026 at 7:00 PM". Not by Intl, whose words differ between engines. */
export const timeInWords = (time_zone: string, instant: string): string => {
  const { year, month, day, weekday, hour, minute } = localTime(time_zone, Date.parse(instant));
  const clock = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${WEEKDAYS[weekday]}, ${MONTHS[month - 1]} ${day}, ${year} at ${clock}`;
};

/** "Nov 12, 2026, 7:00 PM". */
export const shortTimeInWords = (time_zone: string, instant: string): string => {
  const { year, month, day, hour, minute } = localTime(time_zone, Date.parse(instant));
  const clock = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${MONTHS[month - 1]!.slice(0, 3)} ${day}, ${year}, ${clock}`;
};
