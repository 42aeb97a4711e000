import { useAtomValue } from 'jotai';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import type { Entity } from '../../schema/rows.ts';
import { storeAtom } from '../device/store.ts';
import { IconButton } from '../ui/button.tsx';
import { KEYS, useKeys } from '../ui/keys.ts';
import { keepOrder, orderOf, placeOf } from '../ui/place.ts';

type Props = {
  /** All rows of these must be in memory before the order is computed. */
  entities: readonly Entity[];
  id: string;
  list: string;
  /** The ids of the list with these search parameters, in its order; with the one that is open. */
  idsOf: (params: URLSearchParams, open: string) => readonly string[];
  hrefOf: (id: string) => string;
};

/** Leads to the record before or after this one in the list as it was left, by a press or by K and J. The order stays as
 * it was when the first record was opened, so that one whose status leaves the list is still followed by the next. */
export const Neighbors = ({ id, hrefOf, ...of }: Props) => {
  const [, navigate] = useLocation();
  const ids = useOrder(id, of);
  const at = ids.indexOf(id);
  const [previous, next] = [ids[at - 1], at < 0 ? undefined : ids[at + 1]];
  const go = (to: string | undefined) => (to === undefined ? null : () => navigate(hrefOf(to)));
  const [onPrevious, onNext] = [go(previous), go(next)];
  useKeys({ previous: onPrevious, next: onNext });
  return (
    <span className="-my-1 flex shrink-0 items-center print:hidden">
      <IconButton
        icon={ChevronUp}
        label={`Previous (${KEYS.previous.cap})`}
        disabled={!onPrevious}
        onClick={onPrevious ?? undefined}
      />
      <IconButton
        icon={ChevronDown}
        label={`Next (${KEYS.next.cap})`}
        disabled={!onNext}
        onClick={onNext ?? undefined}
      />
    </span>
  );
};

const useOrder = (id: string, { entities, list, idsOf }: Omit<Props, 'id' | 'hrefOf'>): readonly string[] => {
  const store = useAtomValue(storeAtom);
  const [ids, setIds] = useState<readonly string[]>([]);
  const read = useEffectEvent(() => {
    const kept = orderOf(list);
    const order = kept.includes(id) ? kept : idsOf(placeOf(list), id);
    keepOrder(list, order);
    setIds(order);
  });
  const complete = useEffectEvent(() => Promise.all(entities.map((entity) => store?.whenComplete(entity))));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record may be in another order
  useEffect(() => {
    let current = true;
    if (store) void complete().then(() => current && read());
    return () => {
      current = false;
    };
  }, [store, id]);
  return ids;
};
