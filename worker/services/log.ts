import { currentTrace } from './trace.ts';

type Value = string | number | boolean | null | undefined;

/** Ids, numbers and words of our own: never a body, a token, a name, an address or a query string. */
type LogEntry = Readonly<{ level: 'info' | 'error'; event: string } & Record<string, Value>>;
export type Log = (entry: LogEntry) => void;

/** One JSON line an entry. */
export const consoleLog: Log = ({ level, event, ...fields }) => {
  const line = JSON.stringify({ at: new Date().toISOString(), level, event, request: currentTrace()?.id, ...fields });
  if (level === 'error') console.error(line);
  else console.info(line);
};

/** `event` says what failed, in words of our own; `ids` say where. */
export const logError = ({ log }: { log: Log }, event: string, error: unknown, ids: Record<string, Value> = {}): void =>
  log({ ...ids, level: 'error', event, error: messageOf(error), stack: stackOf(error) });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

const MAX_CAUSES = 3;

const stackOf = (error: unknown, depth = 0): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const causes = error instanceof AggregateError ? error.errors.slice(0, MAX_CAUSES) : [error.cause];
  const stacks = depth < MAX_CAUSES ? causes.map((cause) => stackOf(cause, depth + 1)) : [];
  return [error.stack, ...stacks.filter((stack) => stack !== undefined)].join('\nCaused by: ');
};
