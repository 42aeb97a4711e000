import { useCallback, useEffect, useRef, useState } from 'react';
import { reportError } from '../device/error-reports.ts';
import { messageOf } from '../device/http.ts';

export const NOT_SAVED = 'This could not be saved. Please try again.';

type State<Failure> = { busy: boolean; done: boolean; failure: Failure | null };
const IDLE = { busy: false, done: false, failure: null };

type Submission<Failure> = State<Failure> & {
  submit: (work: () => Promise<void>) => Promise<boolean>;
  fail(failure: Failure | null): void;
  dismiss: () => void;
  reset: () => void;
};
type Options = { repeat?: boolean };

/** Submits once: presses are ignored while a submission runs and after one has succeeded; with `repeat` only while one
 * runs. `submit` never throws and gives whether the work succeeded, false for an ignored press too. What the work throws
 * becomes `failure`: its own sentence, else the fallback, or what a function makes of it. `fail` sets it without a
 * submission, `reset` forgets everything. */
export function useSubmit(fallback?: string, options?: Options): Submission<string>;
export function useSubmit<Failure>(toFailure: (error: unknown) => Failure, options?: Options): Submission<Failure>;
export function useSubmit(
  onFailure: string | ((error: unknown) => unknown) = NOT_SAVED,
  { repeat = false }: Options = {},
): Submission<unknown> {
  const [state, setState] = useState<State<unknown>>(IDLE);
  const locked = useRef(false);
  const submit = async (work: () => Promise<void>): Promise<boolean> => {
    if (locked.current) return false;
    locked.current = true;
    setState({ ...IDLE, busy: true });
    try {
      await work();
    } catch (error) {
      reportError(error);
      locked.current = false;
      setState({ ...IDLE, failure: typeof onFailure === 'string' ? messageOf(error, onFailure) : onFailure(error) });
      return false;
    }
    locked.current = !repeat;
    setState({ ...IDLE, done: true });
    return true;
  };
  const fail = (failure: unknown) => setState((last) => ({ ...last, failure }));
  const reset = useCallback(() => {
    locked.current = false;
    setState(IDLE);
  }, []);
  return { ...state, submit, fail, dismiss: () => fail(null), reset };
}

/** Leads to a page of an external service, once: `busy` from the press until the browser leaves. `redirect` takes the
 * call that gives the page's URL; what it throws becomes `failure`. Needs a connection. */
export const useRedirect = <Failure = string>(toFailure: (error: unknown) => Failure) => {
  const { submit, busy, done, reset, failure, fail, dismiss } = useSubmit(toFailure);
  useEffect(() => {
    // Going back may restore the page as it was left: busy.
    const restore = (event: PageTransitionEvent) => event.persisted && reset();
    addEventListener('pageshow', restore);
    return () => removeEventListener('pageshow', restore);
  }, [reset]);
  const redirect = (getUrl: () => Promise<string>) => submit(async () => location.assign(await getUrl()));
  return { redirect, busy: busy || done, failure, fail, dismiss };
};
