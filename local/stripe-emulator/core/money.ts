const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Cents as people read them, such as $1,250.00. */
export const dollars = (cents: number): string => DOLLARS.format(cents / 100);
