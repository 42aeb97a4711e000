const [DAYS, WEEKS, MONTHS] = [7, 4, 6];
const DAY_MS = 24 * 60 * 60 * 1000;

/** Which of these archives stay: the newest of each of the last 7 days, 4 weeks and 6 months that have one. Their names hold their
 * dates. */
export const keptOf = (names: readonly string[]): string[] => {
  const newestFirst = names.toSorted().reverse();
  const firstOf = (count: number, periodOf: (date: string) => string) => {
    const first = new Map<string, string>();
    for (const name of newestFirst) {
      const period = periodOf(name.slice('porchlight-'.length, 'porchlight-2026-01-01'.length));
      if (!first.has(period)) first.set(period, name);
    }
    return [...first.values()].slice(0, count);
  };
  const kept = [
    ...firstOf(DAYS, (date) => date),
    ...firstOf(WEEKS, (date) => String(Math.floor((Date.parse(date) / DAY_MS + 3) / 7))),
    ...firstOf(MONTHS, (date) => date.slice(0, 7)),
  ];
  return newestFirst.filter((name) => kept.includes(name));
};
