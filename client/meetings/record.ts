import { uuidv7 } from 'uuidv7';
import type { FactData, FactKind } from '../../schema/meetings.ts';
import type { MotionInput } from '../../schema/motions.ts';
import { save } from '../store.ts';
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

/** Bytes of JSON in one mutation; the server takes 64 KB of arguments. */
const BYTES = 56 * 1024;
const MOST = 150;

/** Records what has just happened, from this device. One call is one change, or several where it is long. Resolves with the
 * ids of the facts when they are stored on the device. Throws Refusal. */
export const recordFacts = async (meeting_id: string, facts: readonly NewFact[]): Promise<string[]> => {
  const at = trueNow();
  const desk = deskOf(meeting_id);
  const made = facts.map((fact) => ({ id: uuidv7(), at, ...fact, desk }));
  await Promise.all(splitFacts(made).map((part) => save('recordFacts', { meeting_id, facts: part })));
  return made.map(({ id }) => id);
};

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

export type NewMotion = Omit<MotionInput, 'id' | 'at' | 'desk' | 'meeting_id' | 'file'>;

/** Makes a motion and records its words. Resolves with its id when both are stored on the device. Throws Refusal. */
export const makeMotion = async (meeting_id: string, motion: NewMotion, text: string): Promise<string> => {
  const id = uuidv7();
  const made = { ...motion, id, meeting_id, at: trueNow(), desk: deskOf(meeting_id) };
  await Promise.all([
    save('makeMotion', made),
    recordFacts(meeting_id, [{ kind: 'motion_text', subject: id, data: { mover: motion.mover }, text }]),
  ]);
  return id;
};
