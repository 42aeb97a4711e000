import { useMemo, useState } from 'react';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import { ofKind } from '../../../sync/meetings/facts/heads.ts';
import { isDirectorNamed, partiesOf } from '../../../sync/meetings/motions/recusal.ts';
import { Alert } from '../../ui/alert.tsx';
import { Tag } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { announce } from '../announcer.tsx';
import { REASON_MISSING } from '../plain-fields.tsx';
import type { NewFact } from '../record.ts';
import { useRoom } from './context.ts';
import { motionsOf } from './model.ts';
import { FormDialog, useErrors } from './parts.tsx';

/** The directors who take no part in the item, with why, and whether they are in the room. */
export const useParties = (item: AgendaItem): ReadonlyMap<string, string> => {
  const { books } = useRoom();
  return useMemo(() => partiesOf(books, item), [books, item]);
};

export const Recusals = ({ item }: { item: AgendaItem }) => {
  const { books, session } = useRoom();
  const parties = useParties(item);
  const [declaring, setDeclaring] = useState(false);
  const recused = books.roll.filter(({ id }) => parties.has(id));
  const dialog = declaring && <Declare item={item} taken={parties} onClose={() => setDeclaring(false)} />;
  if (recused.length === 0)
    return (
      session.status !== 'adjourned' && (
        <div>
          <Button size="small" onClick={() => setDeclaring(true)}>
            Declare a Recusal
          </Button>
          {dialog}
        </div>
      )
    );
  return (
    <Card
      title="Recused"
      actions={
        <Button size="small" onClick={() => setDeclaring(true)}>
          Declare Another
        </Button>
      }
      flush
    >
      <ul className="mt-2">
        {recused.map((unit) => (
          <Party key={unit.id} item={item} unit={unit} reason={parties.get(unit.id) ?? ''} />
        ))}
      </ul>
      {dialog}
    </Card>
  );
};

const Party = ({ item, unit, reason }: { item: AgendaItem; unit: RollUnit; reason: string }) => {
  const { presence, time } = useRoom();
  const { last, leave, comeBack } = useMoves(item, unit);
  const isOut = last?.kind === 'left';
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-line border-t px-4 py-2.5 first:border-t-0">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{unit.label}</span>
          <Tag>Does not vote</Tag>
        </span>
        <span className="num block text-ink-2 text-sm">
          <span className="inline-block first-letter:uppercase">{reason}</span>
          {last && ` · ${isOut ? 'left the room' : 'came back'} at ${time(last.at)}`}
        </span>
        {useIsMover(item, unit) && (
          <span className="block text-ochre text-sm">They moved or seconded a motion on this item.</span>
        )}
      </span>
      {isOut ? (
        <Button size="small" onClick={comeBack}>
          Returned
        </Button>
      ) : (
        presence.units.get(unit.id)?.way && (
          <Button size="small" onClick={leave}>
            Left the Room
          </Button>
        )
      )}
    </li>
  );
};

/** Their last leaving or coming back for the item, and recording the next. */
const useMoves = (item: AgendaItem, { id, label }: RollUnit) => {
  const { books, presence, record } = useRoom();
  const last = [...ofKind(books, 'left'), ...ofKind(books, 'arrived')]
    .filter(({ subject, data }) => subject === id && data.item_id === item.id)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .at(-1);
  const way = presence.units.get(id)?.way === 'remote' ? 'remote' : 'in_person';
  const move = async (fact: NewFact, words: string) => {
    if (await record([fact])) announce(`${label} ${words}`);
  };
  return {
    last,
    leave: () => move({ kind: 'left', subject: id, data: { item_id: item.id } }, 'left the room'),
    comeBack: () => move({ kind: 'arrived', subject: id, data: { way, person: label, item_id: item.id } }, 'came back'),
  };
};

const useIsMover = (item: AgendaItem, unit: RollUnit): boolean => {
  const { books } = useRoom();
  return motionsOf(books, item.id).some(
    (motion) =>
      isDirectorNamed(unit, motion.mover, motion.mover_id) ||
      ofKind(books, 'motion_seconded').some(
        ({ subject, data }) => subject === motion.id && isDirectorNamed(unit, data.name, data.user_id),
      ),
  );
};

type DeclareProps = { item: AgendaItem; taken: ReadonlyMap<string, string>; onClose: () => void };

const Declare = ({ item, taken, onClose }: DeclareProps) => {
  const { books, record } = useRoom();
  const others = books.roll.filter(({ id, removed_at }) => !taken.has(id) && !removed_at);
  const [who, setWho] = useState<string | null>(null);
  const [nature, setNature] = useState('');
  const [leaves, setLeaves] = useState(false);
  const { errors, isValid } = useErrors({
    director: !who && 'Please select a director.',
    reason: !nature.trim() && REASON_MISSING,
  });
  const send = async () => {
    if (!isValid() || !who) return false;
    const done = await record([
      { kind: 'recused', subject: who, data: { item_id: item.id, nature: nature.trim(), stays: !leaves } },
      ...(leaves ? [{ kind: 'left' as const, subject: who, data: { item_id: item.id } }] : []),
    ]);
    if (done) announce('Recusal recorded');
    return done;
  };
  const dialog = {
    title: 'Declare a recusal',
    subtitle: item.title,
    submit: 'Record Recusal',
    onSubmit: send,
    onClose,
  };
  return (
    <FormDialog {...dialog}>
      <Alert tone="info">A recused director does not vote. The reason is recorded in the minutes.</Alert>
      <Field label="Director" required error={errors.director}>
        <Select value={who} onChange={setWho} options={others.map(({ id, label }) => ({ value: id, label }))} />
      </Field>
      <Field label="Reason" required error={errors.reason}>
        <Input value={nature} maxLength={300} onChange={(event) => setNature(event.target.value)} />
      </Field>
      <Checkbox label="Leaves the room now" checked={leaves} onChange={(event) => setLeaves(event.target.checked)} />
    </FormDialog>
  );
};
