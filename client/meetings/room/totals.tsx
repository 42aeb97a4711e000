import { CHOICES } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { Tally } from '../../../sync/meetings/books.ts';
import { tooFewDirectors } from '../../../sync/meetings/motions/recusal.ts';
import { formatCount } from '../../ui/format.ts';
import { CHOICE_WORDS } from '../room-words.ts';
import { useRoom } from './context.ts';

export const beyondWords = ({ votes, present }: NonNullable<Tally['beyond']>): string =>
  `${formatCount(votes)} votes would be counted, but only ${formatCount(present)} can be cast by those present.`;

/** The running totals in votes, with weight where it differs, and what is needed. */
export const Totals = ({ tally }: { tally: Tally }) => {
  const { totals, contested, unmarked, needed, of, adopts, beyond } = tally;
  const isWeighted = CHOICES.some((choice) => totals[choice].weight !== totals[choice].units);
  return (
    <div className="num flex flex-wrap items-baseline gap-x-4 gap-y-1">
      {CHOICES.map((choice) => (
        <span key={choice}>
          <b className="font-[640] text-xl">{formatCount(totals[choice].units)}</b> {CHOICE_WORDS[choice]}
          {isWeighted && <span className="text-ink-3 text-sm"> (weight {formatCount(totals[choice].weight)})</span>}
        </span>
      ))}
      {contested.length > 0 && <span className="font-medium text-red">{contested.length} contested</span>}
      {unmarked.length > 0 && <span className="text-ink-3">{formatCount(unmarked.length)} not marked</span>}
      <span className="text-ink-2">
        {formatCount(needed)} of {formatCount(of)} needed{adopts ? ', reached' : ''}
      </span>
      {beyond && <span className="basis-full text-ochre">{beyondWords(beyond)}</span>}
    </div>
  );
};

/** Where recusals leave fewer directors than a quorum needs. */
export const TooFewDirectors = ({ motion }: { motion: Motion }) => {
  const { books, quorum } = useRoom();
  const item = books.items.find(({ id }) => id === motion.item_id);
  const words = item && tooFewDirectors(books, item, quorum.needed);
  return words && <p className="font-medium text-ochre">{words}</p>;
};
