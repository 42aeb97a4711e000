import * as z from 'zod';
import { invalidRequest, type StripeError } from './errors.ts';

/** Parameters arrive as text: `a[b][0]=1`. These read them as https://docs.stripe.com/api describes them. */
export const text = z.string();
export const integer = z.string().transform((value, context) => {
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  context.addIssue({
    code: 'custom',
    message: `Invalid integer: ${value}`,
    params: { code: 'parameter_invalid_integer' },
  });
  return z.NEVER;
});
export const boolean = z.string().transform((value, context) => {
  if (value === 'true' || value === 'false') return value === 'true';
  context.addIssue({ code: 'custom', message: `Invalid boolean: ${value}` });
  return z.NEVER;
});
export const metadata = z.union([z.record(z.string().max(40), z.string().max(500)), z.literal('')]);
export const unsettable = <T extends z.ZodType>(type: T) => z.union([z.literal('').transform(() => null), type]);
/** A number of seconds, or a range of them. */
export const created = z.union([
  integer,
  z.strictObject({ gt: integer, gte: integer, lt: integer, lte: integer }).partial(),
]);
export const paging = { limit: integer.optional(), starting_after: text.optional(), ending_before: text.optional() };

/** The parameters of an endpoint, by the names that the SDK knows: `satisfies Shape<Stripe.CustomerCreateParams>`. */
export type Shape<Params> = { [Name in keyof Params]?: z.ZodType };

type Metadata = z.infer<typeof metadata>;

/** Old metadata with the new laid over it: https://docs.stripe.com/api/metadata */
export const mergeMetadata = (
  old: Record<string, string> | null,
  changes: Metadata | undefined,
): Record<string, string> => {
  if (changes === '') return {};
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== ''));
};

/** The parameters in the shape asked for. Throws Stripe's 400 for the first one that is unknown, missing or wrong. */
export const parse = <S extends z.ZodRawShape>(shape: S, raw: unknown): z.infer<z.ZodObject<S>> => {
  const result = z.strictObject(shape).safeParse(raw);
  if (result.success) return result.data as z.infer<z.ZodObject<S>>;
  const issues = deepest(result.error.issues);
  throw refusal(issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!, raw);
};

type Issue = z.core.$ZodIssue;

const deepest = (issues: Issue[]): Issue[] =>
  issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue];
    const branch = issue.errors.at(-1) ?? [];
    return deepest(branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue));
  });

const refusal = (issue: Issue, raw: unknown): StripeError => {
  const param = nameOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0]!]);
    return invalidRequest(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown');
  }
  const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], raw);
  if (value === undefined) return invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing');
  if (value === '')
    return invalidRequest(`You passed an empty string for '${param}'. ${EMPTY}`, param, 'parameter_invalid_empty');
  if (issue.code === 'custom') return invalidRequest(issue.message, param, (issue.params as { code?: string })?.code);
  if (issue.code === 'invalid_value')
    return invalidRequest(`Invalid ${param}: must be one of ${either(issue.values)}`, param);
  if (issue.code === 'invalid_type') return invalidRequest(`Invalid ${issue.expected}`, param);
  return invalidRequest(`Invalid ${param}: ${issue.message}`, param);
};

const EMPTY =
  'We assume empty values are an attempt to unset a parameter; however it cannot be unset. You should remove it from your request or supply a non-empty value.';

const nameOf = (path: PropertyKey[]) => path.map((key, at) => (at ? `[${String(key)}]` : String(key))).join('');

const either = (values: readonly unknown[]) =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')}, or ${values.at(-1)}`;
