import { uuidv7 } from 'uuidv7';
import type { FactData, FactKind } from '../../schema/facts.ts';
import type { MotionInput } from '../../schema/motions.ts';
import { executiveSessionsOf, openSession } from '../../sync/meetings/executive.ts';
import { indexed } from '../../sync/meetings/facts/fact-index.ts';
import { splitFacts } from '../../sync/meetings/facts/split-facts.ts';
import { rowsNow, saveAll } from '../device/store.ts';
import { trueNow } from './clock.ts';
import { deskOf } from './desk-name.ts';

type NewFactOf<Kind extends FactKind> = {
  kind: Kind;
  data: FactData[Kind];
  subject?: string | null;
  /** Rich text. */
  text?: string;
  replaces?: readonly string[];
  /** ISO 8601; the true time where it is left out. */
  at?: string;
  id?: string;
};
export type NewFact = { [Kind in FactKind]: NewFactOf<Kind> }[FactKind];

/** Records facts of now, from this device. One call is one change, or several where it is long. Resolves with the
 * ids of the facts when they are stored on the device. Throws Refusal. */
export const recordFacts = async (meeting_id: string, facts: readonly NewFact[]): Promise<string[]> => {
  const at = trueNow();
  const desk = deskOf(meeting_id);
  const session = inExecutiveSession(meeting_id);
  const made = facts.map((fact) => ({ id: uuidv7(), at, ...fact, desk, ...session }));
  await saveAll(splitFacts(made).map((part) => ({ mutation: 'recordFacts', args: { meeting_id, facts: part } })));
  return made.map(({ id }) => id);
};

/** A change that is made now belongs to the executive session that this device knows to be open, whatever its clock says. */
export const inExecutiveSession = (meeting_id: string): { executive_session_id?: string } => {
  const open = openSession(executiveSessionsOf(indexed(rowsNow('meetingFact').by('meeting_id', meeting_id))));
  return open === null ? {} : { executive_session_id: open };
};

type NewMotion = Omit<MotionInput, 'id' | 'at' | 'desk' | 'meeting_id' | 'file'>;

/** Makes a motion and records its words. Resolves with its id when both are stored on the device. Throws Refusal. */
export const makeMotion = async (meeting_id: string, motion: NewMotion, text: string): Promise<string> => {
  const id = uuidv7();
  const [at, desk] = [trueNow(), deskOf(meeting_id)];
  const session = inExecutiveSession(meeting_id);
  const words = {
    id: uuidv7(),
    kind: 'motion_text',
    subject: id,
    data: { mover: motion.mover },
    text,
    at,
    desk,
    ...session,
  };
  await saveAll([
    { mutation: 'makeMotion', args: { ...motion, id, meeting_id, at, desk, ...session } },
    { mutation: 'recordFacts', args: { meeting_id, facts: [words] } },
  ]);
  return id;
};
