import * as z from 'zod/mini';

export const HOA_NAME_LIMIT = 200;
export const CITY_LIMIT = 100;
export const ZIP_LIMIT = 20;
export const HOA_STREET_LIMIT = 200;
export const STATE_LIMIT = 50;

/** Pixels; a larger image is drawn again on the device. */
export const LOGO_WIDTH = 512;
export const LOGO_HEIGHT = 160;
/** Mail programs show no others. */
export const LOGO_TYPES: readonly string[] = ['image/png', 'image/jpeg'];
/** Bytes, inclusive. */
export const LOGO_LIMIT = 200_000;
export const LOGO_TOO_LARGE = 'A logo can be at most 200 kB';

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
