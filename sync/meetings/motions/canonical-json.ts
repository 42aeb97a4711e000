/** RFC 8785 (JCS): no white space, members sorted by UTF-16 code units. Members that are undefined are left out. Throws
 * for what has no JSON: NaN, infinities, lone surrogates. */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${value} has no JSON`);
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) throw new Error('A lone surrogate has no UTF-8');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // Without a comparison sort() goes by UTF-16 code units.
  const names = new Map(members.map(([name, member]) => [name, member]));
  return `{${[...names.keys()]
    .sort()
    .map((name) => `${canonicalJson(name)}:${canonicalJson(names.get(name))}`)
    .join(',')}}`;
};
