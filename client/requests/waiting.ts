import { useMemo } from 'react';
import type { OutboxItem } from '../../sync/client/outbox.ts';
import { useOutbox } from '../store.ts';

/** Ids of the requests and messages of which something still waits on this device, with what waits last. */
export const useWaiting = (): ReadonlyMap<string, OutboxItem> => {
  const outbox = useOutbox();
  return useMemo(() => {
    const unsent = outbox.filter(({ kind }) => kind !== 'refused');
    return new Map(unsent.flatMap((item) => idsOf(item).map((id) => [id, item] as const)));
  }, [outbox]);
};

/** The file that will be attached to a request once there is a connection, if one waits. */
export const useWaitingFile = (request_id: string): string | undefined => {
  const item = useOutbox().find(({ kind, args }) => kind === 'upload' && args.id === request_id);
  return item && String(item.args.fileName ?? 'photo');
};

const idsOf = ({ args }: OutboxItem): string[] =>
  [args.id, args.request_id].filter((id): id is string => typeof id === 'string');
