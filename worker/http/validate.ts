import { zValidator } from '@hono/zod-validator';
import type { Context, ValidationTargets } from 'hono';
import type * as z from 'zod/mini';
import { id } from '../../schema/inputs.ts';
import { invalidInput, Refusal } from '../../sync/tx.ts';
import { HttpError } from './errors.ts';

export const valid = <Target extends keyof ValidationTargets, Schema extends z.core.$ZodType>(
  target: Target,
  schema: Schema,
) =>
  zValidator(target, schema, (result) => {
    if (!result.success) throw invalidInput(result.error.issues);
  });

export const jsonBody = async (c: Context): Promise<Record<string, unknown>> => {
  const text = await c.req.text();
  if (text.trim() === '') return {};
  try {
    const body: unknown = UNSTORABLE.test(text) ? JSON.parse(text, stripUnstorable) : JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  } catch {
    throw new HttpError(400, 'Malformed JSON', {}, { code: 'malformed_body' });
  }
};

/** Escapes of NUL and of lone surrogates, which a field's maxLength may cut from an emoji. The database accepts
 * neither, so a mutation that contained one would block its push queue. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i;

const stripUnstorable = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string') return toStorableText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toStorableText(key), inner]));
};
const toStorableText = (text: string) => text.toWellFormed().replaceAll('\u0000', '');

const LONG_ID_LIMIT = 200;

/** The id of an account or an entry, longer than a GUID. */
export const longPathId = (c: Context, notFoundMessage: string): string => {
  const value = c.req.param('id') ?? '';
  if (value.length > LONG_ID_LIMIT) throw new Refusal('not_found', notFoundMessage);
  return value;
};

export const pathId = (c: Context, notFoundMessage: string): string => {
  const parsed = id.safeParse(c.req.param('id'));
  if (!parsed.success) throw new Refusal('not_found', notFoundMessage);
  return parsed.data;
};
