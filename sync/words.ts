/** Words that devices, prints, mails and the API share. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A calendar date as "Jan 5, 2026". Not by Intl, which would differ between engines and takes long to start. */
export const dayInWords = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return `${MONTHS[month - 1]} ${date}, ${year}`;
};

/** Cents as "$1,250.00" and "-$1,250.00". */
export const moneyInWords = (cents: number): string => {
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}$${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
};

/** "Roof", "Roof and Pool", "Roof, Pool and Gate". */
export const listInWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** "returned_payment_fee" as "Returned payment fee". */
export const labelInWords = (value: string): string => {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Basis points as "1.5%". */
export const percentInWords = (basisPoints: number): string => `${basisPoints / 100}%`;
