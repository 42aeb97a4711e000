import { useMemo, useState } from 'react';
import type { FailedJob } from '../../schema/failed-jobs.ts';
import { canManage } from '../../sync/failed-jobs.ts';
import { canResend } from '../../sync/users.ts';
import { messageOf } from '../api.ts';
import { useUser } from '../session.ts';
import { save, useOnline, useRows } from '../store.ts';
import { toast } from '../ui/toast.tsx';

/** What failed about a record, newest first. */
export const useFailedJobsOf = (subject_id: string): readonly FailedJob[] => {
  const { all } = useRows('failedJob');
  return useMemo(() => all.filter((job) => job.subject_id === subject_id), [all, subject_id]);
};

/** Whether the viewer may resend it: not everybody may invite everybody. */
export const useMayResend = (): ((job: FailedJob) => boolean) => {
  const me = useUser();
  const users = useRows('user');
  return ({ kind, subject_id }) => {
    const invited = kind === 'mailInvitations' ? users.get(subject_id ?? '') : undefined;
    return canManage(me) && (invited === undefined || canResend(me, invited));
  };
};

const AGAIN = 'It will be sent again';
const ONCE_ONLINE = 'It will be sent again when you are back online';

/** Resends and dismisses; `errors` says by id what could not be done, until the next attempt. */
export const useFailedJobActs = () => {
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  const online = useOnline();
  const setError = (id: string, message: string | undefined) => setErrors((all) => ({ ...all, [id]: message }));
  const attempt = async (name: 'resendFailedJob' | 'dismissFailedJob', id: string, done?: string) => {
    setError(id, undefined);
    try {
      await save(name, { id });
      if (done) void toast(done);
    } catch (error) {
      setError(id, messageOf(error, 'This could not be done'));
    }
  };
  return {
    errors,
    dismissError: (id: string) => setError(id, undefined),
    resend: ({ id }: FailedJob) => attempt('resendFailedJob', id, online ? AGAIN : ONCE_ONLINE),
    dismiss: ({ id }: FailedJob) => attempt('dismissFailedJob', id),
  };
};
