import { useMemo } from 'react';
import { sessionOf } from '../../../sync/meetings/session.ts';
import type { Room } from './context.ts';
import { useTrueNow } from './model.ts';

const EVERY_MS = 10_000;

/** How long each item has taken (ms) as of `at`, recesses left out; anew every ten seconds while time runs. */
export const useUsed = ({ books, session: { status, item_id } }: Pick<Room, 'books' | 'session'>) => {
  const runs = item_id !== null && (status === 'in_session' || status === 'executive');
  const at = useTrueNow(EVERY_MS, runs);
  const used = useMemo(() => sessionOf(books, new Date(at).toISOString()).used, [books, at]);
  return { used, at, runs };
};
