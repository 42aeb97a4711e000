import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { AWAY_ENTITIES, type AwayRecord, changesSince } from '../../../sync/dashboard/away.ts';
import { useUser } from '../../device/session.ts';
import { completeAtom, useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { listPath as documentsPath } from '../documents/model.ts';

/** The changes of others since an instant; undefined until all rows are in memory. */
export const useChangesSince = (since: string): AwayRecord[] | undefined => {
  const viewer = useUser();
  const complete = useAtomValue(completeAtom);
  const [request, requestComment] = [useRows('request'), useRows('requestComment')];
  const [violation, violationMessage] = [useRows('violation'), useRows('violationMessage')];
  const [announcement, document, invoice] = [useRows('announcement'), useRows('document'), useRows('invoice')];
  const isComplete = AWAY_ENTITIES.every((entity) => complete.has(entity));
  return useMemo(() => {
    if (!isComplete) return undefined;
    const rows = {
      request: request.all,
      requestComment: requestComment.all,
      violation: violation.all,
      violationMessage: violationMessage.all,
      announcement: announcement.all,
      document: document.all,
      invoice: invoice.by('recipient_id', viewer.id),
    };
    return changesSince(rows, viewer, since);
  }, [
    isComplete,
    viewer,
    since,
    request,
    requestComment,
    violation,
    violationMessage,
    announcement,
    document,
    invoice,
  ]);
};

/** Documents have no detail screen, so the link opens the list with a search. */
export const hrefOf = ({ kind, id, title }: AwayRecord): string => {
  if (kind === 'request') return paths.request(id);
  if (kind === 'violation') return paths.violation(id);
  if (kind === 'invoice') return paths.invoice(id);
  return kind === 'announcement' ? paths.announcement(id) : documentsPath({ search: title });
};
