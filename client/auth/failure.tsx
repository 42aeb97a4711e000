import { ApiError, isOnline, messageOf } from '../http.ts';
import { Alert } from '../ui/alert.tsx';

/** Why a call failed: a sentence, and the reason where nobody answered. */
export type Failure = { message: string; reason?: string };

const OFFLINE = 'You are offline. What you typed is kept here until you are back online.';
const SILENT = 'The server did not answer. What you typed is kept here; try again in a moment.';

/** The server's own sentence, else the screen's; where no answer came, the screen's with the reason. */
export const failureOf = (error: unknown, fallback: string): Failure => {
  if (!isUnanswered(error)) return { message: messageOf(error, fallback) };
  return { message: fallback, reason: isOnline() ? SILENT : OFFLINE };
};

/** Whether no server has said anything: what was asked may be asked again. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** The alert over a form; nothing before anything has failed. */
export const FailureAlert = ({ failure }: { failure: Failure | null }) =>
  failure && (
    <Alert tone="error" {...(failure.reason && { title: failure.message })}>
      {failure.reason ?? failure.message}
    </Alert>
  );
