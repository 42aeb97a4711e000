import { useState } from 'react';
import type { FactData, FactKind } from '../../../schema/facts.ts';
import type { MeetingFact } from '../../../schema/tables/meetings.ts';
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
          {fact.imported_by && ` · by file from ${fact.desk}, added by ${fact.imported_by}`}
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
          title="Take back this entry?"
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
  minutes_correction: 'Correction of the minutes',
  point_of_order: 'Point of order',
};

const useWords = () => {
  const { books } = useRoom();
  return (fact: MeetingFact): string => {
    const plain = PLAIN[fact.kind];
    if (plain) return plain;
    const unit = books.roll.find(({ id }) => id === fact.subject)?.label ?? '';
    const motion = (id: string | null) => `Motion ${books.motions.find((each) => each.id === id)?.number ?? ''}`.trim();
    const of = <Kind extends FactKind>(_: Kind) => fact.data as FactData[Kind];
    switch (fact.kind) {
      case 'item_started':
        return `Item: ${books.items.find(({ id }) => id === fact.subject)?.title ?? ''}`;
      case 'desk_opened':
        return `${fact.desk} opened`;
      case 'desk_closed':
        return `${of('desk_closed').desk} closed`;
      case 'recorder_taken':
        return `${fact.by_name} took the record`;
      case 'arrived':
        return `${[of('arrived').person, unit].filter(Boolean)[0] ?? ''} arrived`;
      case 'left':
        return `${[of('left').person, unit].filter(Boolean)[0] ?? ''} left`;
      case 'guest':
        return `Guest: ${of('guest').name}`;
      case 'vote':
        return `${motion(of('vote').motion_id)}: ${unit}, ${of('vote').choice}`;
      case 'recused':
        return `${unit} recused`;
      case 'motion_text':
        return `${motion(fact.subject)}: words ${of('motion_text').reason ? 'amended' : 'as made'}`;
      case 'motion_seconded':
        return `${motion(fact.subject)}: seconded by ${of('motion_seconded').name}`;
      case 'motion_state':
        return `${motion(fact.subject)}: ${of('motion_state').state === 'voting' ? 'vote opened' : 'back to the floor'}`;
      case 'count': {
        const { label, ...counted } = of('count');
        return `${motion(fact.subject)}: ${label}, ${counted.for} for, ${counted.against} against, ${counted.abstain} abstain`;
      }
      case 'result':
        return `${motion(fact.subject)}: ${OUTCOME_WORDS[of('result').outcome].toLowerCase()}`;
      default:
        return formatLabel(fact.kind);
    }
  };
};
