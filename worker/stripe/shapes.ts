export type StripeRef = string | { id: string } | null | undefined;

export function idOf(ref: string | { id: string }): string;
export function idOf(ref: StripeRef): string | undefined;
export function idOf(ref: StripeRef): string | undefined {
  return typeof ref === 'string' ? ref : ref?.id;
}

export const isoInstant = (seconds: number): string => new Date(seconds * 1000).toISOString();
