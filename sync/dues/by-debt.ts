import type { Due } from '../../schema/tables/dues.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';

/** The dues with unpaid ones among `invoices` before all others, that with the earliest first. The others keep their order. */
export const duesByDebt = <D extends Pick<Due, 'id'>>(
  dues: readonly D[],
  invoices: readonly Pick<Invoice, 'due_id' | 'status' | 'due_date'>[],
): D[] => {
  const unpaid = invoices.filter(({ status }) => status === 'pending');
  const firstOf = Map.groupBy(unpaid, ({ due_id }) => due_id);
  const owedSince = ({ id }: D) =>
    firstOf
      .get(id)
      ?.map(({ due_date }) => due_date)
      .toSorted()[0];
  const owed = dues.flatMap((due) => {
    const since = owedSince(due);
    return since === undefined ? [] : [{ due, since }];
  });
  const isOwed = new Set(owed.map(({ due }) => due));
  return [
    ...owed.sort((a, b) => (a.since === b.since ? 0 : a.since < b.since ? -1 : 1)).map(({ due }) => due),
    ...dues.filter((due) => !isOwed.has(due)),
  ];
};
