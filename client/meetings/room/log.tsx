import { useState } from 'react';
import type { FactKind } from '../../../schema/facts.ts';
import type { MeetingFact } from '../../../schema/tables/meetings.ts';
import type { FactOf } from '../../../sync/meetings/books.ts';
import { headsOf } from '../../../sync/meetings/facts/heads.ts';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold-out.tsx';
import { formatLabel, formatPlural } from '../../ui/format.ts';
import { OUTCOME_WORDS } from '../room-words.ts';
import { useRoom } from './context.ts';
import { ReasonDialog } from './parts.tsx';
import { TimeMark } from './time-mark.tsx';

const SHOWN = 30;

/** The record as it stands, the newest entry first; each can be taken back with a reason. */
export const Log = () => {
  const { books } = useRoom();
  const [open, setOpen] = useState(false);
  const heads = open ? headsOf(books) : [];
  return (
    <Fold title="Record" hint={formatPlural(books.facts.length, 'entry', 'entries')} onToggle={setOpen}>
      <ul>
        {heads
          .slice(-SHOWN)
          .toReversed()
          .map((fact) => (
            <Entry key={fact.id} fact={fact} />
          ))}
      </ul>
    </Fold>
  );
};

const Entry = ({ fact }: { fact: MeetingFact }) => {
  const { session, time, record } = useRoom();
  const [asking, setAsking] = useState(false);
  const words = useWords()(fact);
  const isAlso = session.also.some(({ id }) => id === fact.id);
  const takeBack = (reason: string) =>
    record([{ kind: 'voided', subject: fact.id, data: { reason }, replaces: [fact.id] }]);
  return (
    <li className="flex items-start justify-between gap-3 border-line border-t py-2 first:border-t-0">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {words}
        <span className="num block text-ink-3 text-sm">
          {isAlso ? 'Also recorded at ' : ''}
          {time(fact.at)} · {fact.by_name}, {fact.desk}
          {fact.imported_by && ` · from ${fact.desk}’s file, added by ${fact.imported_by}`}
          <TimeMark fact={fact} />
        </span>
      </span>
      {fact.kind !== 'recorder_taken' && (
        <Button size="small" variant="ghost" onClick={() => setAsking(true)}>
          Take Back
        </Button>
      )}
      {asking && (
        <ReasonDialog
          title="Take Back This Entry?"
          subtitle={words}
          submit="Take Back"
          onReason={takeBack}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
};

const PLAIN: Partial<Record<FactKind, string>> = {
  called_to_order: 'Called to order',
  adjourned: 'Adjourned',
  recess: 'Recess',
  resumed: 'Resumed',
  executive_started: 'Executive session began',
  executive_ended: 'Executive session ended',
  paper_notice: 'Notice by paper',
  minutes_correction: 'Correction to the minutes',
  point_of_order: 'Point of order',
};

const useWords = () => {
  const { books } = useRoom();
  const names: Names = {
    unit: (id) => books.roll.find((unit) => unit.id === id)?.label ?? '',
    item: (id) => books.items.find((item) => item.id === id)?.title ?? '',
    motion: (id) => `Motion ${books.motions.find((motion) => motion.id === id)?.number ?? ''}`.trim(),
  };
  return (fact: MeetingFact): string =>
    PLAIN[fact.kind] ?? WORDS[fact.kind]?.(fact as never, names) ?? formatLabel(fact.kind);
};

type Name = (id: string | null) => string;
type Names = { unit: Name; item: Name; motion: Name };

const WORDS: { [Kind in FactKind]?: (fact: FactOf<Kind>, names: Names) => string } = {
  item_started: ({ subject }, { item }) => `Item: ${item(subject)}`,
  desk_opened: ({ desk }) => `${desk} opened`,
  desk_closed: ({ data }) => `${data.desk} closed`,
  recorder_taken: ({ by_name }) => `${by_name} took the record`,
  arrived: ({ subject, data }, { unit }) => `${data.person || unit(subject)} arrived`,
  left: ({ subject, data }, { unit }) => `${data.person || unit(subject)} left`,
  guest: ({ data }) => `Guest: ${data.name}`,
  vote: ({ subject, data }, { unit, motion }) => `${motion(data.motion_id)}: ${unit(subject)}, ${data.choice}`,
  recused: ({ subject }, { unit }) => `${unit(subject)} recused`,
  motion_text: ({ subject, data }, { motion }) => `${motion(subject)}: wording ${data.reason ? 'amended' : 'as made'}`,
  motion_seconded: ({ subject, data }, { motion }) => `${motion(subject)}: seconded by ${data.name}`,
  motion_state: ({ subject, data }, { motion }) =>
    `${motion(subject)}: ${data.state === 'voting' ? 'vote opened' : 'back to the floor'}`,
  count: ({ subject, data }, { motion }) =>
    `${motion(subject)}: ${data.label}, ${data.for} for, ${data.against} against, ${data.abstain} abstain`,
  result: ({ subject, data }, { motion }) => `${motion(subject)}: ${OUTCOME_WORDS[data.outcome].toLowerCase()}`,
};
