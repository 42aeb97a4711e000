import type { DocumentCategory } from '../../schema/documents.ts';

/** Announcements, and the first and last month in which they are sent. */
export const ANNOUNCEMENTS: readonly {
  category: 'general' | 'maintenance' | 'event' | 'reminder';
  title: string;
  text: string;
  months: readonly [first: number, last: number];
}[] = [
  {
    category: 'maintenance',
    title: 'Snow removal and parking',
    text: 'Plowing starts at two inches. Please move your car off the street by 6 AM so the plow can get through.',
    months: [1, 3],
  },
  {
    category: 'reminder',
    title: 'Keep your pipes from freezing',
    text: 'Leave a faucet dripping on the coldest nights, and open the cabinet under the sink.',
    months: [1, 2],
  },
  {
    category: 'event',
    title: 'Spring planting on Saturday',
    text: 'Meet at the pond at 9 AM. We have plants and shovels, so just bring gloves.',
    months: [3, 5],
  },
  {
    category: 'maintenance',
    title: 'Street sweeping this week',
    text: 'Please keep cars off the street from 8 AM to noon on Wednesday and Thursday.',
    months: [3, 5],
  },
  {
    category: 'general',
    title: 'The pool opens for the season',
    text: 'Hours are 9 AM to 9 PM. Children under 14 need an adult with them.',
    months: [5, 6],
  },
  {
    category: 'event',
    title: 'Movie night on the lawn',
    text: 'The movie starts at dusk on Friday. Bring a blanket. Popcorn is on us!',
    months: [6, 8],
  },
  {
    category: 'maintenance',
    title: 'Window washing starts Monday',
    text: 'Please close your windows and bring in anything on the sills. Each street takes about a day.',
    months: [4, 10],
  },
  {
    category: 'reminder',
    title: 'Watering days this summer',
    text: 'Even addresses water on Tuesday and Friday, odd addresses on Wednesday and Saturday.',
    months: [6, 9],
  },
  {
    category: 'general',
    title: 'New rules for guest parking',
    text: 'Guests may now park for up to 14 nights with a pass from the office. The rule is in Documents.',
    months: [4, 10],
  },
  {
    category: 'event',
    title: 'Leaf raking and soup',
    text: 'Meet at the clubhouse at 10 AM on Saturday. There’s hot soup at noon for everyone.',
    months: [9, 11],
  },
  {
    category: 'reminder',
    title: 'Fire alarm test on Tuesday',
    text: 'The alarms will sound for a few minutes between 10 and 11 AM. There is no need to leave your home.',
    months: [9, 12],
  },
  {
    category: 'general',
    title: 'Clubhouse closed for the holidays',
    text: 'The clubhouse and the office are closed for the holiday week. Call the 24-hour number for emergencies.',
    months: [11, 12],
  },
];

/** Papers of each month: the minutes, the statement, and one of the rest. */
export const MINUTES = { category: 'Meeting Minutes', title: 'Board meeting minutes' } as const;
export const STATEMENT = { category: 'Financials', title: 'Monthly statement' } as const;
export const PAPERS: readonly { category: DocumentCategory; title: string }[] = [
  { category: 'Maintenance', title: 'Elevator inspection' },
  { category: 'Insurance', title: 'Letter from the insurer' },
  { category: 'Legal', title: 'Attorney letter' },
  { category: 'Architectural', title: 'Approved plans' },
  { category: 'Maintenance', title: 'Roof inspection' },
];
