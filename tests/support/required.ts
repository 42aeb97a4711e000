/** The value, which a test knows to be there. Throws where it is not. */
export const required = <T>(value: T): NonNullable<T> => {
  if (value === null || value === undefined) throw new Error('the value is missing');
  return value;
};

/** The element at an index, which counts from the end where it is negative. Throws where the list is too short. */
export const nth = <T>(list: ArrayLike<T>, index: number): T => {
  const at = index < 0 ? list.length + index : index;
  if (!(at in list)) throw new Error(`no element ${index} in a list of ${list.length}`);
  return list[at] as T;
};

type Tuple<T, Count extends number, Taken extends T[] = []> = Taken['length'] extends Count
  ? Taken
  : Tuple<T, Count, [...Taken, T]>;

/** The first elements of a list. Throws where it has fewer. */
export const take = <T, Count extends number>(list: Iterable<T>, count: Count): Tuple<T, Count> => {
  const taken = [...list].slice(0, count);
  if (taken.length < count) throw new Error(`${taken.length} elements instead of ${count}`);
  return taken as Tuple<T, Count>;
};
