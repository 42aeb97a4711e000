import { useMemo } from 'react';
import type { OutboxItem } from '../../sync/client/outbox.ts';
import { useOutbox } from '../store.ts';

/** What waits last of a record or message, by its id. */
export type WaitingItems = ReadonlyMap<string, OutboxItem>;

/** Ids of the records and messages of which something still waits on this device. */
export const useWaiting = (): WaitingItems => {
  const outbox = useOutbox();
  return useMemo(() => {
    const unsent = outbox.filter(({ kind }) => kind !== 'refused');
    return new Map(unsent.flatMap((item) => idsOf(item).map((id) => [id, item] as const)));
  }, [outbox]);
};

/** The file that will be attached to a record once there is a connection, if one waits. */
export const useWaitingFile = (record_id: string): string | undefined => {
  const item = useOutbox().find(({ kind, args }) => kind === 'upload' && args.id === record_id);
  return item && String(item.args.fileName ?? 'photo');
};

const idsOf = ({ args }: OutboxItem): string[] =>
  [args.id, args.request_id, args.violation_id].filter((id): id is string => typeof id === 'string');
