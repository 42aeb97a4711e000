import { useState } from 'react';
import { plainText } from '../../../schema/rich-text.ts';
import type { Meeting, Motion } from '../../../schema/tables/meetings.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { currentResults, plannedActions } from '../../../sync/meetings/motions/decisions.ts';
import { wordingsOf } from '../../../sync/meetings/motions/wordings.ts';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionList } from '../action-items/lists.tsx';
import { ActionMaker } from '../action-items/maker.tsx';
import { useMeetingBooks } from '../books.ts';
import { DecisionPanel } from '../decisions/decision-panel.tsx';
import { MinutesCard } from '../minutes/panel.tsx';
import { ContestedEntries, DesksOut } from '../room/contested.tsx';
import { RoomContext, useRoomOf } from '../room/context.ts';
import { MotionList } from '../room/motion-list.tsx';

/** The minutes, what is to be settled, decisions and action items, for the board once a meeting was called to order. */
export const AfterMeeting = ({ meeting }: { meeting: Meeting }) => {
  const { books } = useMeetingBooks(meeting.id);
  if (!books || !hasBegun(books)) return null;
  return (
    <>
      <MinutesCard books={books} />
      <SettlePanel books={books} />
      <DecisionsCard books={books} />
      <Card title="Action Items">
        <div className="grid gap-3">
          <ActionMaker meeting={meeting} item={null} />
          <ActionList meeting_id={meeting.id} />
        </div>
      </Card>
    </>
  );
};

const hasBegun = ({ meeting, facts, texts }: MeetingBooks): boolean =>
  meeting.called_at !== null || texts.length > 0 || facts.some(({ kind }) => kind === 'called_to_order');

const nothing = () => undefined;

/** The desks that are out, contested entries and every result to be corrected. */
const SettlePanel = ({ books }: { books: MeetingBooks }) => {
  const [failure, setFailure] = useState<string | null>(null);
  const room = useRoomOf(books, setFailure);
  if (books.motions.length === 0 && room.desksOut.length === 0) return null;
  return (
    <RoomContext value={{ ...room, failure, showItem: nothing }}>
      {failure && (
        <Alert tone="error" onClose={() => setFailure(null)}>
          {failure}
        </Alert>
      )}
      <DesksOut />
      <ContestedEntries here />
      <MotionList />
    </RoomContext>
  );
};

/** The effects of the results on records, to be applied afterwards too; nothing where there is none. */
const DecisionsCard = ({ books }: { books: MeetingBooks }) => {
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
  const [result] = currentResults(books, motion.id);
  const own = books.items.filter(({ id }) => id === motion.item_id || motion.item_ids?.includes(id));
  return plannedActions(motion, own, result?.data.outcome).length > 0;
};

const wordsOf = (books: MeetingBooks, motion: Motion): string => {
  const { wordings, wording } = wordingsOf(books, motion);
  const decided = currentResults(books, motion.id)[0]?.data.text_id;
  return plainText((wordings.find(({ id }) => id === decided) ?? wording)?.text ?? '');
};
