import { openingInput } from '../../schema/opening-balances.ts';
import { policyPreview } from '../../schema/policy-inputs.ts';
import { IMPORT_NOT_FOUND, type ImportOutcome, importLines } from '../../sync/accounts/opening-balances.ts';
import { chunksOf } from '../../sync/chunks.ts';
import { parse } from '../../sync/parse.ts';
import { POLICY_NOT_FOUND } from '../../sync/policies/rules.ts';
import { Refusal } from '../../sync/tx.ts';
import { listed } from '../http/list-queries.ts';
import { jsonBody } from '../http/validate.ts';
import { readPolicies, readPolicy } from '../queries/ledger.ts';
import { readImportedEntries } from '../queries/opening-balances.ts';
import { previewPolicy } from '../queries/policy-preview.ts';
import { runMutator, transactAs } from '../run-mutator.ts';
import { command, givenId } from './command.ts';
import { ONCE } from './ledger.ts';
import { handler, list } from './query.ts';
import type { Route } from './route.ts';

const writes = { tag: 'Accounts', access: 'board', scope: 'accounts:write' } as const;

/** The rules about money, and the balances of another system. */
export const policyRoutes: readonly Route[] = [
  list('GET /api/policies', {
    ...{ tag: 'Accounts', access: 'person', scope: 'accounts:read' },
    summary: 'List the rules about money',
    query: listed,
    read: readPolicies,
    of: 'policy',
  }),
  command('POST /api/policies', 'createPolicy', {
    ...{ ...writes, makes: givenId },
    summary: 'Set a rule',
    notes: `It counts from \`starts_on\` until the next of its kind. ${ONCE}`,
    body: 'policyBody',
    answer: [201, readPolicy, 'policy'],
  }),
  handler('POST /api/opening-balances', {
    ...writes,
    summary: 'Take over balances from another system',
    notes: 'At most 100 lines a call. A line that is sent again posts nothing; what cannot be posted is said by line.',
    body: 'importOpening',
    answers: { 200: 'importedBalances' },
    mutators: ['importOpening'],
    isChecked: false,
    handle: async ({ c, deps, actor }) => {
      const args = parse(openingInput, await jsonBody(c));
      let outcome: ImportOutcome | undefined;
      const run = async (tx: Parameters<typeof importLines>[0]) => {
        outcome = await importLines(tx, args);
      };
      await transactAs(deps, actor, run, { action: 'importOpening', args });
      return outcome;
    },
  }),
  handler('POST /api/opening-balances/:id/undo', {
    ...{ ...writes, id: IMPORT_NOT_FOUND },
    summary: 'Undo an import of balances',
    notes: 'Reverses each of its entries as of its own date.',
    answers: { 200: 'undoneBalances' },
    mutators: ['undoOpening'],
    into: 'import_id',
    handle: async ({ c, deps, actor, id: import_id }) => {
      const entry_ids = await readImportedEntries(deps, actor, import_id);
      if (entry_ids.length === 0) throw new Refusal('not_found', IMPORT_NOT_FOUND);
      for (const piece of chunksOf(entry_ids, PIECE))
        await runMutator(c, 'undoOpening', { import_id, entry_ids: piece });
      return { undone: entry_ids.length };
    },
  }),
  handler('POST /api/policies/preview', {
    ...{ ...writes, scope: 'accounts:read' },
    summary: 'See what a rule for late fees would post',
    notes:
      'Nothing is saved. `next` are the late fees of the next 60 days as things stand, `lastYear` what the rule would have charged over the last 12 months.',
    body: policyPreview,
    answers: { 200: 'feePreview' },
    handle: async ({ deps, actor, input }) => previewPolicy(deps, actor, await input()),
  }),
  command('DELETE /api/policies/:id', 'withdrawPolicy', {
    ...{ ...writes, id: POLICY_NOT_FOUND },
    summary: 'Withdraw a rule that has not started',
    answer: [204],
  }),
];

/** Entries of which each takes one batch. */
const PIECE = 50;
