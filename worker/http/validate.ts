import { zValidator } from '@hono/zod-validator';
import type { Context, ValidationTargets } from 'hono';
import type * as z from 'zod';
import { id } from '../../schema/inputs.ts';
import { invalidInput, Refusal } from '../../sync/tx.ts';
import { HttpError } from './errors.ts';

export const valid = <Target extends keyof ValidationTargets, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) =>
  zValidator(target, schema, (result) => {
    if (!result.success) throw invalidInput(result.error.issues);
  });

/** The fields of a JSON body, for a mutator to parse; {} for no body. Throws HttpError 400 on malformed JSON. */
export const jsonBody = async (c: Context): Promise<Record<string, unknown>> => {
  const text = await c.req.text();
  if (text.trim() === '') return {};
  try {
    const body: unknown = UNSTORABLE.test(text) ? JSON.parse(text, stripUnstorable) : JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  } catch {
    throw new HttpError(400, 'Malformed JSON');
  }
};

/** The escapes of NUL and of half a surrogate pair, which a field's maxLength may leave of an emoji. The database
 * accepts neither, so a pushed mutation that held one would block its queue for ever. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i;

const stripUnstorable = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string') return toStorableText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toStorableText(key), inner]));
};
const toStorableText = (text: string) => text.toWellFormed().replaceAll('\u0000', '');

/** An id that no row could have answers like one that no row has. */
export const pathId = (c: Context, notFoundMessage: string): string => {
  const parsed = id.safeParse(c.req.param('id'));
  if (!parsed.success) throw new Refusal('not_found', notFoundMessage);
  return parsed.data;
};
