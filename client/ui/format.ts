/** The first use of Intl takes a browser 10 ms, in which a start can have its rows read. */
const once = <Value>(make: () => Value): (() => Value) => {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
};

// Intl and not date-fns: `format` would add 6 KB to every first load.
const inWords = (options: Intl.DateTimeFormatOptions) => {
  const formatter = once(() => new Intl.DateTimeFormat('en-US', options));
  // Intl separates the time from AM and PM with a narrow no-break space.
  return (iso: string): string => formatter().format(instantOf(iso)).replaceAll('\u202f', ' ');
};

/** A calendar date (YYYY-MM-DD) is read as local midnight, so that it keeps its day in every time zone. */
const instantOf = (iso: string): Date => new Date(iso.length === 10 ? `${iso}T00:00` : iso);

const day = { month: 'short', day: 'numeric', year: 'numeric' } as const;

/** "Jan 5, 2026", in the viewer's time zone. */
export const formatDate = inWords(day);

/** The days (YYYY-MM-DD) in a text as they are written everywhere. */
export const withDays = (text: string): string => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (found) => formatDate(found));

/** "Jan 5, 2026, 3:04 PM", in the viewer's time zone. */
export const formatDateTime = inWords({ ...day, hour: 'numeric', minute: '2-digit' });

const formatTime = inWords({ hour: 'numeric', minute: '2-digit' });
const formatDay = inWords({ month: 'short', day: 'numeric' });

/** A recent instant: "3:04 PM" today, "Jan 5" before. */
export const formatRecent = (iso: string): string =>
  formatDate(iso) === formatDate(new Date().toISOString()) ? formatTime(iso) : formatDay(iso);

/** An instant of today or yesterday as "5m ago", "2h ago" or "Yesterday"; any other as its date. */
export const formatAgo = (iso: string, now: Date): string => {
  const minutes = Math.floor((now.getTime() - Date.parse(iso)) / 60_000);
  if (minutes < 0) return formatDate(iso);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes}m ago`;
  const day = formatDate(iso);
  if (day === formatDate(now.toISOString())) return `${Math.floor(minutes / 60)}h ago`;
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  return day === formatDate(yesterday.toISOString()) ? 'Yesterday' : day;
};

/** "January 5, 2026". */
export const formatDateLong = inWords({ ...day, month: 'long' });

/** A month (YYYY-MM) as "Jan". */
export const formatMonth = (month: string): string => monthAlone(`${month}-01`);
const monthAlone = inWords({ month: 'short' });

/** A month (YYYY-MM) as "January 2026". */
export const formatMonthLong = (month: string): string => monthOfYear(`${month}-01`);
const monthOfYear = inWords({ month: 'long', year: 'numeric' });

/** "Monday, January 5, 2026". */
export const formatDateFull = inWords({ ...day, month: 'long', weekday: 'long' });

const USD = { style: 'currency', currency: 'USD' } as const;
const dollars = once(() => new Intl.NumberFormat('en-US', USD));
const wholeDollars = once(() => new Intl.NumberFormat('en-US', { ...USD, maximumFractionDigits: 0 }));

/** Cents as "$1,250.00". */
export const formatMoney = (cents: number): string => dollars().format(cents / 100);

/** Cents as "$49", for plan prices, which are whole dollars. */
export const formatPrice = (cents: number): string => wholeDollars().format(cents / 100);

/** "4,015". Without Intl, which takes longer to load than most screens to draw; a list has hundreds of counts. */
export const formatCount = (count: number): string =>
  Number.isInteger(count) ? String(count).replace(/\B(?=(\d{3})+$)/g, ',') : count.toLocaleString('en-US');

const collator = once(() => new Intl.Collator('en'));

/** Sorts people, in place. localeCompare would look up its rules at every comparison. */
export const sortByName = <Person extends { name: string; email: string }>(people: Person[]): Person[] => {
  const { compare } = collator();
  return people.sort((a, b) => compare(a.name || a.email, b.name || b.email));
};

/** "in_progress" becomes "In Progress". */
export const formatLabel = (value: string): string =>
  value.replaceAll('_', ' ').replace(/(^|\s)\S/g, (start) => start.toUpperCase());

/** "{street}, Unit {unit}", or the street alone. */
export const formatAddress = (address: { street: string; unit_number?: string | null }): string =>
  address.unit_number ? `${address.street}, Unit ${address.unit_number}` : address.street;

/** Bytes as "1.84 MB". */
export const formatSize = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(2)} MB`;

/** "1 change", "2 changes". */
export const formatPlural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** First letters of the first and last words of the name; without a name, the first letter of the email. */
export const initialsOf = (name: string, email = ''): string => {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : [words[0] ?? email];
  return letters
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
};
