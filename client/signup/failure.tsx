import { ApiError, isOnline, messageOf } from '../http.ts';
import { Alert } from '../ui/alert.tsx';
import type { Failure } from './state.ts';

const OFFLINE = 'You are offline. What you typed is kept here until you are back online.';
const SILENT = 'The server did not answer. What you typed is kept here; try again in a moment.';

/** The server's own sentence, with what it says of each field on a line of its own; else the screen's, with the reason
 * where no answer came. */
export const failureOf = (error: unknown, fallback: string): Failure => {
  if (!(error instanceof ApiError)) return { message: error instanceof Error ? error.message : fallback };
  if (error.status === 0) return { message: fallback, reason: silence() };
  const details = error.errors.map(({ msg }) => msg).join('\n');
  return { message: details || messageOf(error, fallback) };
};

/** Why nobody answers. */
export const silence = (): string => (isOnline() ? SILENT : OFFLINE);

/** The alert over a step; several lines stand one a row. */
export const Failed = ({ failure }: { failure: Failure | undefined }) =>
  failure && (
    <Alert tone="error">
      {failure.message.split('\n').map((text) => (
        <p key={text} className={failure.reason && 'font-semibold'}>
          {text}
        </p>
      ))}
      {failure.reason && <p>{failure.reason}</p>}
    </Alert>
  );
