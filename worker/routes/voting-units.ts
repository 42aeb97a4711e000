import { Hono } from 'hono';
import { weightsInput } from '../../schema/meeting-inputs.ts';
import { ADDRESS_NOT_FOUND } from '../../sync/addresses/entity.ts';
import { importWeights, type WeightsOutcome } from '../../sync/meetings/mutators/rules.ts';
import { parse } from '../../sync/parse.ts';
import type { Tx } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { jsonBody, pathId } from '../http/validate.ts';
import { readRules, readVotingUnit, readVotingUnits } from '../queries/meetings.ts';
import { runMutator, transactAs } from '../run-mutator.ts';

export const meetingRulesRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', async (c) => c.json(await readRules(c.var.deps, c.var.actor)))
  .put('/', async (c) => {
    await runMutator(c, 'setMeetingRules', await jsonBody(c));
    return c.json(await readRules(c.var.deps, c.var.actor));
  });

export const votingUnitRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', async (c) => {
    const docs = await readVotingUnits(c.var.deps, c.var.actor);
    return c.json({ docs, units: docs.length, weight: docs.reduce((sum, { weight }) => sum + weight, 0) });
  })
  .post('/import', async (c) => {
    const args = parse(weightsInput, await jsonBody(c));
    let outcome: WeightsOutcome | undefined;
    const run = async (tx: Tx) => {
      outcome = await importWeights(tx, args);
    };
    await transactAs(c.var.deps, c.var.actor, run, { action: 'setVotingUnit', args });
    return c.json(outcome!);
  })
  .put('/:id', async (c) => {
    const id = pathId(c, ADDRESS_NOT_FOUND);
    await runMutator(c, 'setVotingUnit', { ...(await jsonBody(c)), id });
    return c.json(await readVotingUnit(c.var.deps, c.var.actor, id));
  });
