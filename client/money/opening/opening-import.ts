import { useMemo } from 'react';
import { LINES_PER_CALL } from '../../../schema/opening-balances.ts';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { alreadyOpened, matcherOf, unreversedOpenings } from '../../../sync/accounts/opening-match.ts';
import { chunksOf } from '../../../sync/chunks.ts';
import { entryIdOf } from '../../../sync/ledger/entries.ts';
import { reversedIds } from '../../../sync/ledger/entry-status.ts';
import { save, useRows } from '../../device/store.ts';
import { usePeople } from '../../screens/people.tsx';
import { titleOfAccount, useOwnAccountRule } from '../accounts.ts';
import type { LeftOut, OpeningFile, ReadLine } from './opening-csv.ts';

const STATES = ['found', 'new', 'posted', 'ambiguous', 'unknown', 'taken', 'own'] as const;
export type LineState = (typeof STATES)[number];

/** A line and what an import makes of it; `msg` says why it is left out. */
export type PlannedLine = ReadLine & { state: LineState; whose: string; target: string; msg: string | null };

/** The outcome of each line of a file on this device (OPEN-02, OPEN-05). */
export const usePlan = (file: OpeningFile | null, import_id: string): readonly PlannedLine[] => {
  const [users, addresses] = [useRows('user').all, useRows('address').all];
  const accounts = useRows('account');
  const entries = useRows('entry');
  const people = usePeople();
  const whyNot = useOwnAccountRule();
  return useMemo(() => {
    if (!file) return [];
    const match = matcherOf({ users, addresses, accounts: accounts.all });
    return file.lines.map(({ line, cells }): PlannedLine => {
      const found = match(line);
      const common = { line, cells, msg: null };
      if (found.state === 'new')
        return { ...common, state: 'new', whose: people.name(found.user_id), target: found.user_id };
      if (found.state !== 'found') return { ...common, ...found, whose: '', target: '' };
      const account = accounts.get(found.account_id)!;
      const [whose, target] = [titleOfAccount(people, account), account.id];
      const openings = unreversedOpenings(entries.by('account_id', account.id));
      const own = entryIdOf(account.id, `${import_id}-${line.line}`);
      if (openings.some(({ id }) => id === own)) return { ...common, state: 'posted', whose, target };
      const earlier = openings.filter(({ batch_id }) => batch_id !== import_id);
      if (earlier.length > 0) return { ...common, state: 'taken', whose, target, msg: alreadyOpened(whose, earlier) };
      const refusal = line.balance < 0 ? whyNot(account) : null;
      return refusal
        ? { ...common, state: 'own', whose, target, msg: refusal }
        : { ...common, state: 'found', whose, target };
    });
  }, [file, import_id, users, addresses, accounts, entries, people, whyNot]);
};

export const toPost = (plan: readonly PlannedLine[]): PlannedLine[] =>
  plan.filter(({ state }) => state === 'found' || state === 'new');

/** Those that the file could not be read in, and those that find no account. */
export const leftOutOf = (file: OpeningFile, plan: readonly PlannedLine[]): LeftOut[] =>
  [...file.leftOut, ...plan.flatMap(({ line, cells, msg }) => (msg ? [{ line: line.line, cells, msg }] : []))].sort(
    (a, b) => a.line - b.line,
  );

/** In cents. */
export const totalsOf = (lines: readonly PlannedLine[]) => {
  const cents = lines.map(({ line }) => Math.round(line.balance * 100));
  const sum = (part: readonly number[]) => part.reduce((total, one) => total + one, 0);
  return {
    owed_cents: sum(cents.filter((one) => one > 0)),
    credit_cents: -sum(cents.filter((one) => one < 0)),
    accounts: new Set(lines.map(({ target }) => target)).size,
  };
};

/** Sends the lines in pieces; one that was sent before posts nothing again. Throws Refusal. */
export const importLines = async (
  import_id: string,
  plan: readonly PlannedLine[],
  late_fees: boolean,
): Promise<void> => {
  for (const piece of chunksOf(toPost(plan), LINES_PER_CALL))
    await save('importOpening', { import_id, late_fees, lines: piece.map(({ line }) => line) });
};

export type PastImport = {
  import_id: string;
  at: string;
  by: string;
  entries: readonly Entry[];
  openings: readonly Entry[];
};

export const usePastImports = (): readonly PastImport[] => {
  const entries = useRows('entry').all;
  return useMemo(() => {
    const openings = entries.filter(({ kind, batch_id }) => kind === 'opening' && batch_id !== null);
    if (openings.length === 0) return [];
    const reversed = reversedIds(entries);
    return [...Map.groupBy(openings, ({ batch_id }) => String(batch_id))]
      .map(([import_id, own]) => ({
        import_id,
        at: own.map(({ posted_at }) => posted_at).sort()[0]!,
        by: own[0]!.made_by_name ?? '',
        entries: own,
        openings: own.filter(({ id }) => !reversed.has(id)),
      }))
      .sort((a, b) => (a.at < b.at ? 1 : -1));
  }, [entries]);
};

export const undoImport = async ({ import_id, openings }: PastImport): Promise<void> => {
  for (const piece of chunksOf(openings, LINES_PER_CALL))
    await save('undoOpening', { import_id, entry_ids: piece.map(({ id }) => id) });
};
