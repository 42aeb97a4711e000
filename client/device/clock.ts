import { local } from '../ui/local-storage.ts';

const KEY = 'porchlight.clock';
const SECOND_MS = 1000;
/** A slower answer says too little. */
const SLOWEST_MS = 8000;

/** How many milliseconds the server's clock is ahead of this device's; `at` is when that was measured, by the device. */
type ClockOffset = { ms: number; at: number };

let offset: ClockOffset | null | undefined;

const known = (): ClockOffset | null => {
  if (offset === undefined) offset = parsed(local.get(KEY));
  return offset;
};

const parsed = (text: string | null): ClockOffset | null => {
  try {
    const value = JSON.parse(text ?? 'null') as ClockOffset | null;
    return value && Number.isFinite(value.ms) && Number.isFinite(value.at) ? value : null;
  } catch {
    return null;
  }
};

/** Null before the first answer of the server to this device. */
export const clockOffset = (): ClockOffset | null => known();

/** `date` is the answer's header (RFC 9110, whole seconds), the others this device's clock in ms. Of two measurements that
 * agree the first is kept, so that times do not waver. */
export const noteServerDate = (date: string | null, sent: number, received: number): void => {
  const second = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(second) || received - sent > SLOWEST_MS || received < sent) return;
  const [least, most] = [second - received, second + SECOND_MS - sent];
  const before = known();
  const isSame = before && before.ms >= least && before.ms <= most;
  offset = { ms: isSame ? before.ms : Math.round((least + most) / 2), at: received };
  // Written seldom: only what a reload without a connection needs.
  if (!isSame || received - before.at > 60 * SECOND_MS) local.set(KEY, JSON.stringify(offset));
};

/** The server's time in ms, as far as this device knows. */
export const serverNow = (): number => Date.now() + (known()?.ms ?? 0);
