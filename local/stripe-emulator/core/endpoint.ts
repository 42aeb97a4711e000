import type * as z from 'zod';
import type { Context } from './context.ts';

export type Call<S extends z.ZodRawShape> = {
  ctx: Context;
  input: z.infer<z.ZodObject<S>>;
  /** The path's `:id`. */
  id: string;
  /** The path and query as they came, for lists. */
  url: string;
  /** Whether the browser asks, with the publishable key: it sees only what its client secret opens. */
  browser: boolean;
};

export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  shape: z.ZodRawShape;
  /** Open to the publishable key. */
  browser: boolean;
  run(call: Call<z.ZodRawShape>): object;
};

type Options = { browser?: boolean };

/** One door of the API: its method and path, the parameters it takes, and what it answers. */
export const endpoint = <S extends z.ZodRawShape>(
  at: `${Endpoint['method']} /v1/${string}`,
  shape: S,
  run: (call: Call<S>) => object,
  { browser = false }: Options = {},
): Endpoint => {
  const [method, path] = at.split(' ') as [Endpoint['method'], string];
  return { method, path, shape, browser, run: run as Endpoint['run'] };
};
