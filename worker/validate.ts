import { zValidator } from '@hono/zod-validator';
import type { Context, ValidationTargets } from 'hono';
import type * as z from 'zod';
import { id } from '../schema/inputs.ts';
import { invalid, Refusal } from '../sync/tx.ts';
import { HttpError } from './errors.ts';

/** Validates one part of the request; what does not fit is a Refusal('invalid') with every field's message. */
export const valid = <Target extends keyof ValidationTargets, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) =>
  zValidator(target, schema, (result) => {
    if (!result.success) throw invalid(result.error.issues);
  });

/** The fields of a JSON body, for a mutator to parse; {} for no body. Throws HttpError(400) on malformed JSON. */
export const jsonBody = async (c: Context): Promise<Record<string, unknown>> => {
  const text = await c.req.text();
  if (text.trim() === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  } catch {
    throw new HttpError(400, 'Malformed JSON');
  }
};

/** The path's id. One that no row could have is as absent as one that no row has. */
export const pathId = (c: Context, notFoundMessage: string): string => {
  const parsed = id.safeParse(c.req.param('id'));
  if (!parsed.success) throw new Refusal('not_found', notFoundMessage);
  return parsed.data;
};
