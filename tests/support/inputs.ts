import * as z from 'zod/mini';

export const ID = '0b54ed6a-3c1f-7a52-9d0e-51c0ffee0001';

/** The first message of each field that an input refuses. */
export const messages = (input: z.core.$ZodType, args: object) => {
  const found: Record<string, string> = {};
  for (const issue of z.safeParse(input, { id: ID, ...args }).error?.issues ?? [])
    found[issue.path.join('.')] ??= issue.message;
  return found;
};
export const parsed = (input: z.core.$ZodType, args: object) => z.parse(input, { id: ID, ...args });
