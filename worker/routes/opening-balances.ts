import { Hono } from 'hono';
import { openingInput } from '../../schema/opening-balances.ts';
import { canRecord } from '../../sync/accounts/entity.ts';
import { IMPORT_NOT_FOUND, type ImportOutcome, importLines } from '../../sync/accounts/opening-balances.ts';
import { chunksOf } from '../../sync/chunks.ts';
import { parse } from '../../sync/parse.ts';
import { authorize, Refusal } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { jsonBody, pathId } from '../http/validate.ts';
import { readImportedEntries } from '../queries/opening-balances.ts';
import { runMutator, transactAs } from '../run-mutator.ts';

/** Of which each takes one batch. */
const PIECE = 50;

export const openingBalanceRoutes = new Hono<Env>()
  .use(requireActor)
  .post('/', async (c) => {
    const args = parse(openingInput, await jsonBody(c));
    let outcome: ImportOutcome | undefined;
    const run = async (tx: Parameters<typeof importLines>[0]) => {
      outcome = await importLines(tx, args);
    };
    await transactAs(c.var.deps, c.var.actor, run, { action: 'importOpening', args });
    return c.json(outcome!);
  })
  .post('/:id/undo', async (c) => {
    authorize(canRecord(c.var.actor));
    const import_id = pathId(c, IMPORT_NOT_FOUND);
    const entry_ids = await readImportedEntries(c.var.deps, c.var.actor, import_id);
    if (entry_ids.length === 0) throw new Refusal('not_found', IMPORT_NOT_FOUND);
    for (const piece of chunksOf(entry_ids, PIECE)) await runMutator(c, 'undoOpening', { import_id, entry_ids: piece });
    return c.json({ undone: entry_ids.length });
  });
