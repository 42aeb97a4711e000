/** Bytes of JSON in one change; the server takes 64 KB of arguments. */
const BYTES = 56 * 1024;
const MOST = 150;

/** In parts that fit one change each. */
export const splitFacts = <Fact extends object>(facts: readonly Fact[]): Fact[][] => {
  const parts: Fact[][] = [];
  let size = 0;
  for (const fact of facts) {
    const bytes = new TextEncoder().encode(JSON.stringify(fact)).length;
    const part = parts.at(-1);
    if (part && part.length < MOST && size + bytes <= BYTES) part.push(fact);
    else parts.push([fact]);
    size = part === parts.at(-1) ? size + bytes : bytes;
  }
  return parts;
};
