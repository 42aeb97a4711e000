import { useMemo } from 'react';
import type { User } from '../../schema/users.ts';
import type { OutboxItem } from '../../sync/client/outbox.ts';
import { useWaiting } from '../screens/waiting.ts';
import { useOutbox } from '../store.ts';

/** What waits last of a person. An invitation is known by its email too: who is invited anew keeps the id they had. */
export const useWaitingPeople = (): ((user: User) => OutboxItem | undefined) => {
  const waiting = useWaiting();
  const outbox = useOutbox();
  return useMemo(() => {
    const invitations = outbox.filter(({ kind, mutation }) => kind === 'pending' && mutation === 'inviteUser');
    const byEmail = new Map(invitations.map((item) => [item.args.email, item] as const));
    return ({ id, email }) => waiting.get(id) ?? byEmail.get(email);
  }, [waiting, outbox]);
};
