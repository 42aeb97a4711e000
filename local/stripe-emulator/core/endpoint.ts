import type * as z from 'zod';
import type { Context } from './context.ts';

type Call<S extends z.ZodRawShape> = {
  ctx: Context;
  input: z.infer<z.ZodObject<S>>;
  id: string;
  url: string;
  /** True if the browser asks, with the publishable key: it sees only what its client secret opens. */
  browser: boolean;
};

export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  shape: z.ZodRawShape;
  browser: boolean;
  run(call: Call<z.ZodRawShape>): object;
};

type Options = { browser?: boolean };

export const endpoint = <S extends z.ZodRawShape>(
  at: `${Endpoint['method']} /v1/${string}`,
  shape: S,
  run: (call: Call<S>) => object,
  { browser = false }: Options = {},
): Endpoint => {
  const [method, path] = at.split(' ') as [Endpoint['method'], string];
  return { method, path, shape, browser, run: run as Endpoint['run'] };
};
