import { atom } from 'jotai';
import { useEffect, useState } from 'react';
import { askToPersist } from '../space.ts';
import { useOutbox, useSync } from '../store.ts';

/** Whether the outbox dialog is open. */
export const outboxOpenAtom = atom(false);

const BRIEFLY_MS = 800;

/** What the lamp tells: the connection, how many changes wait on this device, and how many were not accepted. What is
 * sent at once never shows. */
export type LampState = { offline: boolean; waiting: number; refused: number };

export const useLamp = (): LampState => {
  const { online } = useSync();
  const items = useOutbox();
  const refused = items.filter(({ message }) => message !== undefined).length;
  const waiting = items.length - refused;
  const lasting = useLasting(waiting > 0);
  const shown = lasting || !online ? waiting : 0;
  useEffect(() => {
    if (shown > 0) askToPersist();
  }, [shown]);
  return { offline: !online, waiting: shown, refused };
};

/** True once `on` has held for a while. */
export const useLasting = (on: boolean): boolean => {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!on) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), BRIEFLY_MS);
    return () => clearTimeout(timer);
  }, [on]);
  return on && lasting;
};
