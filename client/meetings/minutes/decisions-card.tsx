import { plainText } from '../../../schema/rich-text.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { plannedActions, standingResults } from '../../../sync/meetings/motions/decisions.ts';
import { wordingsOf } from '../../../sync/meetings/motions/wordings.ts';
import { Card } from '../../ui/card.tsx';
import { DecisionPanel } from '../decisions/decision-panel.tsx';

/** What the meeting's results do to records, to be applied afterwards too; nothing where they do nothing to any. */
export const DecisionsCard = ({ books }: { books: MeetingBooks }) => {
  const deciding = books.motions.filter((motion) => doesSomething(books, motion));
  if (deciding.length === 0) return null;
  return (
    <Card title="Decisions">
      <ul className="grid gap-4">
        {deciding.map((motion) => (
          <li key={motion.id} className="grid gap-1.5">
            <h3 className="font-semibold">Motion {motion.number}</h3>
            <p className="text-ink-2 [overflow-wrap:anywhere]">{wordsOf(books, motion)}</p>
            <DecisionPanel motion={motion} />
          </li>
        ))}
      </ul>
    </Card>
  );
};

const doesSomething = (books: MeetingBooks, motion: Motion): boolean => {
  const [result] = standingResults(books, motion.id);
  const own = books.items.filter(({ id }) => id === motion.item_id || motion.item_ids?.includes(id));
  return plannedActions(motion, own, result?.data.outcome).length > 0;
};

const wordsOf = (books: MeetingBooks, motion: Motion): string => {
  const { wordings, wording } = wordingsOf(books, motion);
  const decided = standingResults(books, motion.id)[0]?.data.text_id;
  return plainText((wordings.find(({ id }) => id === decided) ?? wording)?.text ?? '');
};
