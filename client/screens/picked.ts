/** The ids that were picked in a list, and the last one, from which a range begins. */
export type Picked = { ids: ReadonlySet<string>; anchor: string | null };

export const NONE: Picked = { ids: new Set(), anchor: null };

/** Picks the row or takes it back; in an `order` that holds the anchor, all rows from there to this one are picked. */
export const toggled = ({ ids, anchor }: Picked, id: string, order: readonly string[] = []): Picked => {
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(id)];
  if (from >= 0 && to >= 0)
    return { ids: new Set([...ids, ...order.slice(Math.min(from, to), Math.max(from, to) + 1)]), anchor: id };
  const others = [...ids].filter((one) => one !== id);
  return { ids: new Set(ids.has(id) ? others : [...others, id]), anchor: id };
};
