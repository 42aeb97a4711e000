import { AsyncLocalStorage } from 'node:async_hooks';

/** One request, job or scheduled run. `id` stands in each of its log lines; `subrequests` are its calls so far. */
export type Trace = { id: string; subrequests: number };

const traces = new AsyncLocalStorage<Trace>();

export const currentTrace = (): Trace | undefined => traces.getStore();

export const newTrace = (id = newTraceId()): Trace => ({ id, subrequests: 0 });

export const runTraced = <T>(trace: Trace, work: () => T): T => traces.run(trace, work);

/** 16 hexadecimal digits, short enough to be read out over the telephone. */
const newTraceId = (): string => crypto.randomUUID().replaceAll('-', '').slice(-16);

export const countSubrequest = (): void => {
  const trace = currentTrace();
  if (trace) trace.subrequests += 1;
};

/** Every call of the database, of storage and of other services goes through it. */
export const tracedFetch: typeof fetch = (input, init) => {
  countSubrequest();
  return fetch(input, init);
};
