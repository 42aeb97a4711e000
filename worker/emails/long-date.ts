/** A date ('YYYY-MM-DD') or an instant (ISO 8601) as "November 22, 2026". */
export const longDate = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
