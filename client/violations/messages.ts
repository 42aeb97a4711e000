import { useMemo } from 'react';
import type { ViolationMessage } from '../../schema/violations.ts';
import { useRows } from '../store.ts';

/** The messages of a violation, oldest first. */
export const useMessages = (violation_id: string): ViolationMessage[] => {
  const messages = useRows('violationMessage');
  return useMemo(
    () => messages.all.filter((message) => message.violation_id === violation_id).sort(oldestFirst),
    [messages, violation_id],
  );
};

const oldestFirst = (a: ViolationMessage, b: ViolationMessage) =>
  a.sent_at === b.sent_at ? (a.id < b.id ? -1 : 1) : a.sent_at < b.sent_at ? -1 : 1;
