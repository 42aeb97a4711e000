import { atom } from 'jotai';
import { useEffect, useState } from 'react';
import { useOutbox, useSync } from '../store.ts';

/** Whether the outbox dialog is open. */
export const outboxOpenAtom = atom(false);

const BRIEFLY_MS = 800;

/** What the lamp tells: the connection, and how many changes wait on this device. What is sent at once never shows. */
export const useLamp = (): { offline: boolean; waiting: number; refused: number } => {
  const { online } = useSync();
  const items = useOutbox();
  const refused = items.filter(({ message }) => message !== undefined).length;
  const lasting = useLasting(items.length > 0);
  const shows = lasting || !online || refused > 0;
  return { offline: !online, waiting: shows ? items.length : 0, refused };
};

/** True once `on` has held for a while. */
const useLasting = (on: boolean): boolean => {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!on) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), BRIEFLY_MS);
    return () => clearTimeout(timer);
  }, [on]);
  return on && lasting;
};
