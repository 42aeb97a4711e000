import { lazy, Suspense, useState } from 'react';
import { OUTCOMES, type Outcome } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, MotionState } from '../../../sync/meetings/books.ts';
import { resultOf } from '../../../sync/meetings/motions/tally.ts';
import { NO_QUORUM, needsReason } from '../../../sync/meetings/quorum.ts';
import { Alert } from '../../ui/alert.tsx';
import { ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold-out.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { announce } from '../announcer.tsx';
import { useRoom } from './context.ts';
import { NumbersFields } from './numbers.tsx';
import { OUTCOME_WORDS } from './outcomes.ts';
import { FormDialog } from './parts.tsx';
import { RollCall } from './roll-call.tsx';
import { TooFew } from './too-few.tsx';
import { Totals } from './totals.tsx';
import { useVoteToRecord } from './vote-to-record.ts';

const PlanOf = lazy(() => import('../agenda/planned-actions.tsx').then((module) => ({ default: module.PlanOf })));

const LABELS: Record<Outcome, string> = {
  ...OUTCOME_WORDS,
  postponed: 'Postponed to a date or meeting',
  referred: 'Referred to somebody',
};

/** Closes a motion with its result, also after the meeting; or corrects the results in `corrects`, with a reason. */
export const RecordResult = ({
  motion,
  state,
  outcome: proposed,
  corrects = [],
  onClose,
}: {
  motion: Motion;
  state: MotionState;
  outcome: Outcome;
  corrects?: readonly FactOf<'result'>[];
  onClose: () => void;
}) => {
  const { books, desksOut, online, record } = useRoom();
  const vote = useVoteToRecord(motion, state, corrects);
  const { tally, quorum } = vote;
  const [outcome, setOutcome] = useState(proposed);
  const [to, setTo] = useState(corrects[0]?.data.to ?? '');
  const [reason, setReason] = useState('');
  const [quorumReason, setQuorumReason] = useState(corrects[0]?.data.no_quorum_reason ?? '');
  const [tried, setTried] = useState(false);
  const needsTo = outcome === 'postponed' || outcome === 'referred';
  const isCorrection = corrects.length > 0;
  const asksQuorum = needsReason(quorum, outcome);
  const errors = {
    to: needsTo && !to.trim() ? (outcome === 'postponed' ? 'To when?' : 'To whom?') : undefined,
    reason: isCorrection && !reason.trim() ? 'Please give the reason.' : undefined,
    quorum: asksQuorum && !quorumReason.trim() ? 'Please give the reason.' : undefined,
    numbers: vote.isValid ? undefined : 'Please enter whole numbers.',
  };
  const send = async () => {
    setTried(true);
    if (Object.values(errors).some(Boolean)) return false;
    const options = {
      outcome,
      ...(needsTo && { to: to.trim() }),
      ...(isCorrection && { reason: reason.trim() }),
      ...(asksQuorum && { no_quorum_reason: quorumReason.trim() }),
    };
    const data = resultOf(vote.books, motion, vote.presence, options);
    const done = await record([
      ...vote.facts,
      { kind: 'result', subject: motion.id, data, replaces: corrects.map(({ id }) => id) },
    ]);
    if (done) announce(`Motion ${motion.number}: ${OUTCOME_WORDS[outcome]}`);
    return done;
  };
  const counted = state.method === 'count' || state.method === 'roll_call';
  const [out] = counted || !online ? desksOut : [];
  const items = books.items.filter(({ id }) => id === motion.item_id || motion.item_ids?.includes(id));
  return (
    <FormDialog
      title={isCorrection ? `Correct the result of Motion ${motion.number}` : `Result of Motion ${motion.number}`}
      submit={submitLabel(asksQuorum, out !== undefined, isCorrection)}
      onSubmit={send}
      onClose={onClose}
    >
      {counted && <Totals tally={tally} />}
      {isCorrection && state.method === 'count' && (
        <div className="flex flex-wrap gap-2">
          <NumbersFields values={vote.numbers} onChange={vote.setNumbers} />
        </div>
      )}
      {tried && errors.numbers && <Alert tone="error">{errors.numbers}</Alert>}
      {isCorrection && state.method === 'roll_call' && (
        <Fold title="Marks" hint="Change a mark that was recorded wrongly.">
          <RollCall motion={motion} tally={tally} />
        </Fold>
      )}
      {counted && tally.contested.length > 0 && (
        <Alert tone="info">
          {tally.contested.map(({ label }) => label).join(', ')} {tally.contested.length === 1 ? 'is' : 'are'} contested
          and counted on neither side.
        </Alert>
      )}
      <TooFew motion={motion} />
      <ChoiceGroup label="Outcome">
        <span className="grid gap-2 md:grid-cols-2">
          {OUTCOMES.map((each) => (
            <Radio
              key={each}
              name="outcome"
              label={LABELS[each]}
              checked={outcome === each}
              onChange={() => setOutcome(each)}
            />
          ))}
        </span>
      </ChoiceGroup>
      {items.length > 0 && (
        <Suspense>
          <PlanOf motion={motion} items={items} outcome={outcome} />
        </Suspense>
      )}
      {counted && <Disagreement outcome={outcome} adopts={tally.adopts} />}
      {needsTo && (
        <Field
          label={outcome === 'postponed' ? 'Postponed to' : 'Referred to'}
          required
          error={tried ? errors.to : undefined}
        >
          <Input value={to} maxLength={200} onChange={(event) => setTo(event.target.value)} />
        </Field>
      )}
      {isCorrection && (
        <Field label="Reason" required hint="Recorded in the minutes." error={tried ? errors.reason : undefined}>
          <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
      {asksQuorum && (
        <>
          <Alert tone="error">{NO_QUORUM}</Alert>
          <Field
            label="Why record it anyway"
            required
            hint="It stands in the minutes."
            error={tried ? errors.quorum : undefined}
          >
            <Textarea
              rows={2}
              maxLength={500}
              value={quorumReason}
              onChange={(event) => setQuorumReason(event.target.value)}
            />
          </Field>
        </>
      )}
      {out && (
        <Alert tone="info">
          {online ? `${out.desk} is still out. Marks` : `${out.desk} has not been added. Its marks`}
          {online && ' of it that are not here yet'} will not be counted. Close anyway?
        </Alert>
      )}
    </FormDialog>
  );
};

const submitLabel = (asksQuorum: boolean, isOut: boolean, isCorrection: boolean): string => {
  if (asksQuorum) return 'Record anyway';
  if (isOut) return 'Close anyway';
  return isCorrection ? 'Record Correction' : 'Record Result';
};

const Disagreement = ({ outcome, adopts }: { outcome: Outcome; adopts: boolean }) => {
  if ((outcome === 'adopted') === adopts || (outcome !== 'adopted' && outcome !== 'failed')) return null;
  return (
    <p className="text-ochre">
      The count says {adopts ? 'adopted' : 'failed'}. The chair’s announcement is recorded as you choose.
    </p>
  );
};
