import { useMemo } from 'react';
import type { RequestComment } from '../../schema/requests.ts';
import { useRows } from '../store.ts';

/** The messages of a request, oldest first. */
export const useComments = (request_id: string): RequestComment[] => {
  const comments = useRows('requestComment');
  return useMemo(
    () => comments.all.filter((comment) => comment.request_id === request_id).reverse(),
    [comments, request_id],
  );
};
