import * as z from 'zod/mini';

export const HOA_NAME_LIMIT = 200;
export const CITY_LIMIT = 100;
export const ZIP_LIMIT = 20;
export const HOA_STREET_LIMIT = 200;
export const STATE_LIMIT = 50;

export const hoaNameKey = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ');

/** From the day on which an HOA leaves until everything of it is removed. */
export const LEAVING_DAYS = 90;

/** `leaving_at` is an instant (ISO 8601). */
export const removalDate = (leaving_at: string): string =>
  new Date(Date.parse(leaving_at) + LEAVING_DAYS * 24 * 60 * 60 * 1000).toISOString();

/** The HOA's name, typed to confirm. */
export const leaveInput = z.object({ name: z.string({ error: 'Please type the name of your association' }) });
export const keepInput = z.object({});
export const secondFactorRule = z.object({ required: z.boolean({ error: 'Please choose on or off' }) });
