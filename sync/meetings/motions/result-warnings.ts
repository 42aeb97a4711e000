import type { Choice, Totals } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import { listInWords } from '../../words.ts';
import type { FactOf, MeetingBooks, Tally, Warning } from '../books.ts';
import { isHead, votesByUnit } from '../facts/heads.ts';
import { presenceOf, withoutVote } from '../presence.ts';
import { NOBODY, quorumOf, totalOf } from '../quorum.ts';
import { type CountedVote, countedVotes } from './counted-votes.ts';
import { isDirectorNamed, partiesOf } from './recusal.ts';
import { contextOf, type VoteContext } from './tally.ts';
import { beyondPresent, decide } from './thresholds.ts';
import { wordingsOf } from './wordings.ts';

type Result = FactOf<'result'>;
type Question = 'proxy' | 'party' | 'no_vote' | 'contested' | 'changed';
type QuestionedMark = { unit: RollUnit; choice: Choice; question: Question };

/** The warnings about a recorded result by all that is known today, and whether they could turn the outcome. The result stays as it is. */
export const checkResult = (
  books: MeetingBooks,
  motion: Motion,
  result: Result,
): { warnings: Warning[]; check: boolean } => {
  const questioned = questionedMarks(books, motion, result);
  const warnings = QUESTIONS.flatMap(([question, words]) => {
    const units = questioned.filter((mark) => mark.question === question).map(({ unit }) => unit);
    const names = listInWords(units.map(({ label }) => label));
    return units.length === 0 ? [] : [{ words: `${words}: ${names}`, weight: weightOf(units) }];
  });
  const beyond = beyondAt(books, motion, result);
  return {
    warnings: [...warnings, ...(beyond ? [tooMany(beyond)] : []), ...wordsAbout(books, motion, result)],
    check: beyond !== null || couldTurn(books, motion, result, questioned),
  };
};

/** Compares with everybody known today to have been present: the device of the result may have known of few. */
const beyondAt = (books: MeetingBooks, { threshold }: Motion, { at, data }: Result): Tally['beyond'] => {
  if (data.method !== 'count' || !beyondPresent(threshold, data.totals, data.presence)) return null;
  return beyondPresent(threshold, data.totals, quorumOf(books, presenceOf(books, at), NOBODY));
};

const tooMany = ({ votes, present }: NonNullable<Tally['beyond']>): Warning => ({
  words: `${votes} votes were counted, but only ${present} were present`,
  weight: votes - present,
});

const QUESTIONS: readonly (readonly [Question, string])[] = [
  ['proxy', 'Counted with a proxy that is not valid'],
  ['party', 'Counted though recused'],
  ['no_vote', 'Counted without a right to vote'],
  ['contested', 'Marked differently on two devices'],
  ['changed', 'Changed after the result'],
];

const weightOf = (units: readonly RollUnit[]): number => units.reduce((sum, { weight }) => sum + weight, 0);

const questionedMarks = (books: MeetingBooks, motion: Motion, result: Result): QuestionedMark[] => {
  const context = contextOf(books, motion);
  const votes = votesByUnit(books, motion.id);
  return countedVotes(books, motion, result).flatMap((vote) => {
    const { unit, choice } = vote;
    const choices = new Set(votes.get(unit.id)?.map(({ data }) => data.choice));
    const question = questionAbout(context, vote, result, choices);
    return question ? [{ unit, choice, question }] : [];
  });
};

const questionAbout = (
  context: VoteContext,
  { id, unit, choice, proxy_id }: CountedVote,
  result: Result,
  choices: ReadonlySet<Choice>,
): Question | null => {
  if (context.parties.has(unit.id)) return 'party';
  const withdrawnLater = unit.removed_at !== null && unit.removed_at > result.at;
  if (!withdrawnLater && withoutVote(context.books.meeting, unit) !== null) return 'no_vote';
  const proxy = context.proxies.get(proxy_id ?? '');
  if (proxy?.status === 'invalid') return 'proxy';
  if (proxy?.status === 'revoked' && (proxy.revoked_at ?? '') <= result.at) return 'proxy';
  if (isHead(context.books, id) && choices.size > 1) return 'contested';
  return choices.has(choice) || id === proxy_id ? null : 'changed';
};

/** True if the outcome would be another one without the questioned marks, each taken against it. */
const couldTurn = (
  books: MeetingBooks,
  motion: Motion,
  result: Result,
  questioned: readonly QuestionedMark[],
): boolean => {
  const { outcome, totals, of } = result.data;
  if (questioned.length === 0 || (outcome !== 'adopted' && outcome !== 'failed')) return false;
  const { basis, kind } = motion.threshold;
  const [kept, other]: [Choice, Choice] = outcome === 'adopted' ? ['for', 'against'] : ['against', 'for'];
  const changed: Totals = structuredClone(totals);
  let present = of;
  for (const { unit, choice, question } of questioned) {
    const amount = basis === 'units' ? 1 : unit.weight;
    const mayTurn = question === 'contested' || question === 'changed';
    if (choice === kept) changed[kept][basis] -= amount;
    if (mayTurn && choice !== other) changed[other][basis] += amount;
    if (!mayTurn && choice === kept) present -= amount;
  }
  const here = { units: present, weight: present };
  const { adopts } = decide(
    motion.threshold,
    changed,
    kind === 'present' ? here : { units: 0, weight: 0 },
    totalOf(books),
  );
  return adopts !== (outcome === 'adopted');
};

const wordsAbout = (books: MeetingBooks, motion: Motion, { data }: Result): Warning[] => {
  const { wordings, wording, contested } = wordingsOf(books, motion);
  const warnings: Warning[] = [];
  const decided = wordings.find(({ id }) => id === data.text_id);
  const differs = decided && wording && (contested.length > 0 || wording.text !== decided.text);
  if (differs) warnings.push({ words: 'The wording was changed on another device', weight: 0 });
  const item = books.items.find(({ id }) => id === motion.item_id);
  const parties = item ? partiesOf(books, item) : new Map<string, string>();
  const mover = books.roll.find((unit) => parties.has(unit.id) && isDirectorNamed(unit, motion.mover, motion.mover_id));
  if (mover) warnings.push({ words: `${mover.label} made the motion and is recused`, weight: 0 });
  return warnings;
};
