import * as z from 'zod/mini';
import { invalidInput } from './tx.ts';

/** Drops unknown fields. Throws Refusal('invalid') with every field's message. */
export const parse = <Output>(schema: z.core.$ZodType<Output>, args: unknown): Output => {
  const result = z.safeParse(schema, args ?? {});
  if (result.success) return result.data;
  throw invalidInput(result.error.issues);
};
