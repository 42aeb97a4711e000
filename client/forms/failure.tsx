import { ApiError, isOnline, messageOf } from '../device/http.ts';
import { Alert } from '../ui/alert.tsx';

/** Why a call to the server failed: a sentence, and the reason where no answer came. */
export type Failure = { message: string; reason?: string };

const OFFLINE = 'You are offline. What you typed is saved here until you are back online.';
const SILENT = 'The server did not respond. What you typed is saved here. Try again in a moment.';

/** The server's (or a rule's) own sentence, else `fallback`; where no answer came, `fallback` with the reason. For a
 * failure that is one sentence use `messageOf` of client/device/http.ts. */
export const failureOf = (error: unknown, fallback: string): Failure => {
  if (!isUnanswered(error)) return { message: messageOf(error, fallback) };
  return { message: fallback, reason: unansweredReason() };
};

/** Why no answer came. */
export const unansweredReason = (): string => (isOnline() ? SILENT : OFFLINE);

/** True where no answer came, so that the call may be repeated. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** The alert of a form with such a failure; nothing where there is none. */
export const FailureAlert = ({ failure }: { failure: Failure | null }) =>
  failure && (
    <Alert tone="error" {...(failure.reason && { title: failure.message })}>
      {failure.reason ?? failure.message}
    </Alert>
  );

/** The alert of a form whose failure is one sentence, with a Dismiss button; nothing where there is none. */
export const ErrorAlert = ({ message, onClose }: { message: string | null; onClose: () => void }) =>
  message && (
    <Alert tone="error" onClose={onClose}>
      {message}
    </Alert>
  );
