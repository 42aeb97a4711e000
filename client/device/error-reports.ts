import type { ClientError } from '../../schema/client-error-inputs.ts';
import { scrubMessage, scrubStack } from '../../schema/client-errors.ts';
import { Refusal } from '../../sync/tx.ts';
import { BUILD } from '../config.ts';
import { local } from '../ui/local-storage.ts';
import { ApiError, isOnline, lastRequestId, send } from './http.ts';
import { isMissingCode } from './missing-code.ts';

/** `sent` are the errors of `day` that were reported or left out, `waiting` the reports that have found no server. */
type Stored = { day: string; sent: string[]; waiting: ClientError[] };

const UNEXPECTED = 'Unexpected error';
const KEY = 'porchlight-errors';
const MAX_WAITING = 10;
const ALWAYS_A_DAY = 3;
const MOST_A_DAY = 20;
const SHARE_OF_THE_REST = 0.1;

/** Errors of this page that were seen already, with what the user was shown. */
const references = new Map<string, string>();

/** Reports an error that nobody expected, with no personal data: the same one once a day, the first three of a day always
 * and a tenth of the others. Without a network it waits on the device. Returns the reference that the user may tell. */
export const reportError = (error: unknown, kind: ClientError['kind'] = 'error'): string | undefined => {
  if (isExpected(error)) return undefined;
  console.error(UNEXPECTED, error);
  const { message, stack } = scrubbed(error);
  const key = `${message} ${stack.split('\n')[0]}`.slice(0, 200);
  const known = references.get(key);
  if (known) return known;
  const reference = crypto.randomUUID().replaceAll('-', '').slice(-16);
  references.set(key, reference);
  const request = lastRequestId();
  queue(key, { kind, reference, build: BUILD, ...(request && { request }), message, stack });
  return reference;
};

/** Reports what no screen has caught, and what has waited since an earlier visit. */
export const watchErrors = (): void => {
  addEventListener('error', (event: Event) => reportError((event as ErrorEvent).error));
  addEventListener('unhandledrejection', (event: Event) =>
    reportError((event as PromiseRejectionEvent).reason, 'rejection'),
  );
  addEventListener('online', () => void sendWaiting());
  void sendWaiting();
};

/** A refusal is an answer, the server has logged its own failures, and a lazy screen needs the network. */
const isExpected = (error: unknown): boolean =>
  !(error instanceof Error) ||
  error instanceof Refusal ||
  error instanceof ApiError ||
  error.name === 'AbortError' ||
  (!isOnline() && isMissingCode(error));

const scrubbed = (error: unknown) => {
  const { name, message, stack = '' } = error as Error;
  return { message: scrubMessage(`${name}: ${message}`), stack: scrubStack(stack) };
};

const queue = (key: string, report: ClientError): void => {
  const stored = read();
  if (stored.sent.includes(key) || stored.sent.length >= MOST_A_DAY) return;
  const isPicked = stored.sent.length < ALWAYS_A_DAY || Math.random() < SHARE_OF_THE_REST;
  const waiting = isPicked ? [...stored.waiting, report].slice(-MAX_WAITING) : stored.waiting;
  write({ ...stored, sent: [...stored.sent, key], waiting });
  void sendWaiting();
};

let sending = false;

const sendWaiting = async (): Promise<void> => {
  if (sending || !isOnline()) return;
  sending = true;
  try {
    for (let [next] = read().waiting; next; [next] = read().waiting) {
      const { status } = await send('/api/client-errors', { method: 'POST', body: next });
      if (status >= 500) return;
      const { reference } = next;
      write({ ...read(), waiting: read().waiting.filter((report) => report.reference !== reference) });
    }
  } catch {
    // It waits for the next error, connection or visit.
  } finally {
    sending = false;
  }
};

const read = (): Stored => {
  const day = new Date().toISOString().slice(0, 10);
  try {
    const stored = JSON.parse(local.get(KEY) ?? '') as Stored;
    return stored.day === day ? stored : { day, sent: [], waiting: stored.waiting };
  } catch {
    return { day, sent: [], waiting: [] };
  }
};

const write = (stored: Stored): void => void local.set(KEY, JSON.stringify(stored));
