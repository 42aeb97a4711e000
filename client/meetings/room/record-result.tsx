import { lazy, Suspense, useState } from 'react';
import { OUTCOMES, type Outcome } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, MotionState, Tally } from '../../../sync/meetings/books.ts';
import type { DeskOut } from '../../../sync/meetings/desks.ts';
import { resultOf } from '../../../sync/meetings/motions/tally.ts';
import { NO_QUORUM, needsReason } from '../../../sync/meetings/quorum.ts';
import { Alert } from '../../ui/alert.tsx';
import { Field } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold-out.tsx';
import { Input } from '../../ui/input.tsx';
import { announce } from '../announcer.tsx';
import { IN_THE_MINUTES, IN_TWO_COLUMNS, RadioGroup, REASON_MISSING, ReasonField } from '../plain-fields.tsx';
import { OUTCOME_WORDS } from '../room-words.ts';
import { useRoom } from './context.ts';
import { NUMBERS_MISSING, NumbersFields } from './numbers.tsx';
import { FormDialog, useErrors } from './parts.tsx';
import { RollCall } from './roll-call.tsx';
import { TooFewDirectors, Totals } from './totals.tsx';
import { useVoteToRecord } from './vote-to-record.ts';

const PlanOf = lazy(() => import('../decisions/planned-actions.tsx').then((module) => ({ default: module.PlanOf })));

const LABELS: Record<Outcome, string> = {
  ...OUTCOME_WORDS,
  postponed: 'Postponed to a date or meeting',
  referred: 'Referred to someone',
};
const OPTIONS = OUTCOMES.map((value) => ({ value, label: LABELS[value] }));

type Props = {
  motion: Motion;
  state: MotionState;
  outcome: Outcome;
  /** Results that it corrects, with a reason. */
  corrects?: readonly FactOf<'result'>[];
  onClose: () => void;
};

/** Closes a motion with its result, also after the meeting; or corrects results. */
export const RecordResult = ({ onClose, ...props }: Props) => {
  const { motion, state } = props;
  const form = useResultForm(props);
  const { vote, isCounted, isCorrection, outcome, to, reason, noQuorum, errors, desk } = form;
  return (
    <FormDialog
      title={isCorrection ? `Correct the Result of Motion ${motion.number}` : `Result of Motion ${motion.number}`}
      submit={submitLabel(noQuorum !== null, desk !== undefined, isCorrection)}
      onSubmit={form.send}
      onClose={onClose}
    >
      {isCounted && <Totals tally={vote.tally} />}
      {isCorrection && <CorrectedVote motion={motion} method={state.method} vote={vote} />}
      {errors.numbers && <Alert tone="error">{errors.numbers}</Alert>}
      {isCounted && <ContestedUnits units={vote.tally.contested} />}
      <TooFewDirectors motion={motion} />
      <RadioGroup label="Outcome" options={OPTIONS} {...outcome} className={IN_TWO_COLUMNS} />
      <PlannedFor motion={motion} outcome={outcome.value} />
      {isCounted && <Disagreement outcome={outcome.value} adopts={vote.tally.adopts} />}
      {to && <TargetField {...to} outcome={outcome.value} error={errors.to} />}
      {reason && <ReasonField {...reason} required hint="Recorded in the minutes." error={errors.reason} />}
      {noQuorum && <NoQuorumField {...noQuorum} error={errors.noQuorum} />}
      {desk && <DeskStillOut desk={desk} />}
    </FormDialog>
  );
};

/** A result as typed; `to`, `reason` and `noQuorum` are null where they are not asked for. */
const useResultForm = ({ motion, state, outcome: proposed, corrects = [] }: Omit<Props, 'onClose'>) => {
  const { desksOut, online, record } = useRoom();
  const vote = useVoteToRecord(motion, state, corrects);
  const [outcome, setOutcome] = useState(proposed);
  const [to, setTo] = useState(corrects[0]?.data.to ?? '');
  const [reason, setReason] = useState('');
  const [noQuorum, setNoQuorum] = useState(corrects[0]?.data.no_quorum_reason ?? '');
  const needsTo = outcome === 'postponed' || outcome === 'referred';
  const isCorrection = corrects.length > 0;
  const asksQuorum = needsReason(vote.quorum, outcome);
  const { errors, isValid } = useErrors({
    to: needsTo && !to.trim() && (outcome === 'postponed' ? 'To when?' : 'Who is it referred to?'),
    reason: isCorrection && !reason.trim() && REASON_MISSING,
    noQuorum: asksQuorum && !noQuorum.trim() && REASON_MISSING,
    numbers: !vote.isValid && NUMBERS_MISSING,
  });
  const send = async () => {
    if (!isValid()) return false;
    const options = {
      outcome,
      ...(needsTo && { to: to.trim() }),
      ...(isCorrection && { reason: reason.trim() }),
      ...(asksQuorum && { no_quorum_reason: noQuorum.trim() }),
    };
    const data = resultOf(vote.books, motion, vote.presence, options);
    const result = { kind: 'result', subject: motion.id, data, replaces: corrects.map(({ id }) => id) } as const;
    const done = await record([...vote.facts, result]);
    if (done) announce(`Motion ${motion.number}: ${OUTCOME_WORDS[outcome]}`);
    return done;
  };
  const isCounted = state.method === 'count' || state.method === 'roll_call';
  return {
    ...{ vote, errors, send, isCounted, isCorrection },
    desk: isCounted || !online ? desksOut[0] : undefined,
    outcome: { value: outcome, onChange: setOutcome },
    to: needsTo ? { value: to, onChange: setTo } : null,
    reason: isCorrection ? { value: reason, onChange: setReason } : null,
    noQuorum: asksQuorum ? { value: noQuorum, onChange: setNoQuorum } : null,
  };
};

type Vote = ReturnType<typeof useVoteToRecord>;

const CorrectedVote = ({ motion, method, vote }: { motion: Motion; method: MotionState['method']; vote: Vote }) => (
  <>
    {method === 'count' && (
      <div className="flex flex-wrap gap-2">
        <NumbersFields values={vote.numbers} onChange={vote.setNumbers} />
      </div>
    )}
    {method === 'roll_call' && (
      <Fold title="Marks" hint="Correct a mark that was recorded wrong.">
        <RollCall motion={motion} tally={vote.tally} />
      </Fold>
    )}
  </>
);

const ContestedUnits = ({ units }: { units: Tally['contested'] }) =>
  units.length > 0 && (
    <Alert tone="info">
      {units.map(({ label }) => label).join(', ')} {units.length === 1 ? 'is' : 'are'} contested and counted on neither
      side.
    </Alert>
  );

const PlannedFor = ({ motion, outcome }: { motion: Motion; outcome: Outcome }) => {
  const { books } = useRoom();
  const items = books.items.filter(({ id }) => id === motion.item_id || motion.item_ids?.includes(id));
  return <Suspense>{items.length > 0 && <PlanOf motion={motion} items={items} outcome={outcome} />}</Suspense>;
};

type TextProps = { value: string; onChange: (text: string) => void; error: string | undefined };

const TargetField = ({ outcome, value, onChange, error }: TextProps & { outcome: Outcome }) => (
  <Field label={outcome === 'postponed' ? 'Postponed to' : 'Referred to'} required error={error}>
    <Input value={value} maxLength={200} onChange={(event) => onChange(event.target.value)} />
  </Field>
);

const NoQuorumField = (props: TextProps) => (
  <>
    <Alert tone="error">{NO_QUORUM}</Alert>
    <ReasonField label="Why record it anyway" required hint={IN_THE_MINUTES} {...props} />
  </>
);

const DeskStillOut = ({ desk: { desk } }: { desk: DeskOut }) => {
  const { online } = useRoom();
  return (
    <Alert tone="info">
      {online
        ? `${desk} hasn’t synced. Any marks it hasn’t sent won’t be counted. Close anyway?`
        : `${desk} has not been added. Its marks won’t be counted. Close anyway?`}
    </Alert>
  );
};

const submitLabel = (asksQuorum: boolean, isOut: boolean, isCorrection: boolean): string => {
  if (asksQuorum) return 'Record Anyway';
  if (isOut) return 'Close Anyway';
  return isCorrection ? 'Record Correction' : 'Record Result';
};

const Disagreement = ({ outcome, adopts }: { outcome: Outcome; adopts: boolean }) => {
  if ((outcome === 'adopted') === adopts || (outcome !== 'adopted' && outcome !== 'failed')) return null;
  return (
    <p className="text-ochre">
      The count says {adopts ? 'adopted' : 'failed'}. Your choice is recorded as the chair’s announcement.
    </p>
  );
};
