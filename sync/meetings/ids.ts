/** A UUID that follows from two others, so that devices and the server make the same rows. Version 8 (RFC 9562). */
export const derivedId = (id: string, other: string): string => {
  const [mine, theirs] = [id.replaceAll('-', ''), other.replaceAll('-', '')];
  const digits = [...mine].map((digit, at) => {
    if (at === 12) return '8';
    const mixed = Number.parseInt(digit, 16) ^ Number.parseInt(theirs[at] ?? '0', 16);
    return (at === 16 ? (mixed & 3) | 8 : mixed).toString(16);
  });
  return digits.join('').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
};

/** The id of the nth row that a record brings with it. */
export const nthId = (id: string, n: number): string => derivedId(id, n.toString(16).padStart(32, '0'));
