import type Stripe from 'stripe';
import { invalidRequest, noSuchObject } from './errors.ts';

type Paging = { limit?: number; starting_after?: string; ending_before?: string };
type Range = number | { gt?: number; gte?: number; lt?: number; lte?: number } | undefined;

/** One page of `rows` (the newest first): https://docs.stripe.com/api/pagination */
export const page = <T extends { id: string }>(rows: T[], paging: Paging, url: string): Stripe.ApiList<T> => {
  const { limit = 10, starting_after, ending_before } = paging;
  if (limit < 1 || limit > 100) {
    const bound = limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100';
    throw invalidRequest(
      `This value must be ${bound} (it currently is '${limit}').`,
      'limit',
      'parameter_invalid_integer',
    );
  }
  const path = url.split('?')[0]!;
  if (ending_before) {
    const before = rows.slice(0, placeOf(rows, ending_before, 'ending_before'));
    return { object: 'list', data: before.slice(-limit), has_more: before.length > limit, url: path };
  }
  const after = starting_after ? rows.slice(placeOf(rows, starting_after, 'starting_after') + 1) : rows;
  return { object: 'list', data: after.slice(0, limit), has_more: after.length > limit, url: path };
};

export const inRange = (time: number, range: Range): boolean => {
  if (range === undefined) return true;
  if (typeof range === 'number') return time === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return time > gt && time >= gte && time < lt && time <= lte;
};

export const matchesFilter = (wanted: string | undefined, value: unknown) => wanted === undefined || wanted === value;

const placeOf = (rows: { id: string }[], id: string, param: string) => {
  const place = rows.findIndex((row) => row.id === id);
  if (place < 0) throw noSuchObject('object', id, param);
  return place;
};
