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
import { REASON_MISSING } from '../form/plain-fields.tsx';
import { announce } from './announcer.tsx';
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
  if (recused.length === 0)
    return (
      session.status !== 'adjourned' && (
        <div>
          <Button size="small" onClick={() => setDeclaring(true)}>
            Declare a recusal
          </Button>
          {declaring && <Declare item={item} taken={parties} onClose={() => setDeclaring(false)} />}
        </div>
      )
    );
  return (
    <Card
      title="Recused"
      actions={
        <Button size="small" onClick={() => setDeclaring(true)}>
          Declare another
        </Button>
      }
      flush
    >
      <ul className="mt-2">
        {recused.map((unit) => (
          <Party key={unit.id} item={item} unit={unit} reason={parties.get(unit.id) ?? ''} />
        ))}
      </ul>
      {declaring && <Declare item={item} taken={parties} onClose={() => setDeclaring(false)} />}
    </Card>
  );
};

const Party = ({ item, unit, reason }: { item: AgendaItem; unit: RollUnit; reason: string }) => {
  const { books, presence, record, time } = useRoom();
  const here = presence.units.get(unit.id);
  const moves = [...ofKind(books, 'left'), ...ofKind(books, 'arrived')]
    .filter(({ subject, data }) => subject === unit.id && data.item_id === item.id)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const last = moves.at(-1);
  const isOut = last?.kind === 'left';
  const leave = () =>
    void record([{ kind: 'left', subject: unit.id, data: { item_id: item.id } }]).then(
      (done) => done && announce(`${unit.label} left the room`),
    );
  const comeBack = () =>
    void record([
      {
        kind: 'arrived',
        subject: unit.id,
        data: { way: here?.way === 'remote' ? 'remote' : 'in_person', person: unit.label, item_id: item.id },
      },
    ]).then((done) => done && announce(`${unit.label} came back`));
  const isMover = motionsOf(books, item.id).some(
    (motion) =>
      isDirectorNamed(unit, motion.mover, motion.mover_id) ||
      ofKind(books, 'motion_seconded').some(
        ({ subject, data }) => subject === motion.id && isDirectorNamed(unit, data.name, data.user_id),
      ),
  );
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
        {isMover && <span className="block text-ochre text-sm">They moved or seconded a motion on this item.</span>}
      </span>
      {isOut ? (
        <Button size="small" onClick={comeBack}>
          Returned
        </Button>
      ) : (
        here?.way && (
          <Button size="small" onClick={leave}>
            Left the room
          </Button>
        )
      )}
    </li>
  );
};

const Declare = ({
  item,
  taken,
  onClose,
}: {
  item: AgendaItem;
  taken: ReadonlyMap<string, string>;
  onClose: () => void;
}) => {
  const { books, record } = useRoom();
  const options = books.roll
    .filter(({ id, removed_at }) => !taken.has(id) && !removed_at)
    .map(({ id, label }) => ({ value: id, label }));
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
  return (
    <FormDialog
      title="Declare a recusal"
      subtitle={item.title}
      submit="Record Recusal"
      onSubmit={send}
      onClose={onClose}
    >
      <Alert tone="info">A recused director takes no part in the vote. The reason stands in the minutes.</Alert>
      <Field label="Director" required error={errors.director}>
        <Select value={who} onChange={setWho} options={options} />
      </Field>
      <Field label="Reason" required error={errors.reason}>
        <Input value={nature} maxLength={300} onChange={(event) => setNature(event.target.value)} />
      </Field>
      <Checkbox label="Leaves the room now" checked={leaves} onChange={(event) => setLeaves(event.target.checked)} />
    </FormDialog>
  );
};
