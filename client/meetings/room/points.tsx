import { useState } from 'react';
import type { FactData } from '../../../schema/facts.ts';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import { ofKind } from '../../../sync/meetings/facts/heads.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { RichTextLater } from '../../ui/rich-text-later.tsx';
import { announce } from '../announcer.tsx';
import { RadioGroup } from '../plain-fields.tsx';
import { useRoom } from './context.ts';
import { escapeText } from './model.ts';
import { FormDialog, NameField, useErrors } from './parts.tsx';
import { TimeMark } from './time-mark.tsx';

type Kind = FactData['point_of_order']['kind'];
const KINDS: Record<Kind, string> = { point: 'Point of order', appeal: 'Appeal', ruling: 'Ruling of the chair' };
const OPTIONS = (Object.keys(KINDS) as Kind[]).map((value) => ({ value, label: KINDS[value] }));

/** Points of order, appeals and rulings during the item. */
export const Points = ({ item }: { item: AgendaItem }) => {
  const { books, session, time } = useRoom();
  const [adding, setAdding] = useState(false);
  const points = ofKind(books, 'point_of_order').filter(({ subject }) => subject === item.id);
  if (session.status === 'adjourned' && points.length === 0) return null;
  return (
    <section aria-label="Points of order" className="grid gap-2">
      {points.map((fact) => (
        <div key={fact.id} className="rounded-lg border border-line bg-card px-4 py-2.5">
          <p className="num text-ink-2 text-sm">
            <b className="font-semibold text-ink">{KINDS[fact.data.kind]}</b> · {fact.data.name} at {time(fact.at)}
            <TimeMark fact={fact} />
          </p>
          <RichTextLater html={fact.text} />
        </div>
      ))}
      {session.status !== 'adjourned' && (
        <div>
          <Button size="small" variant="ghost" onClick={() => setAdding(true)}>
            Point of Order
          </Button>
        </div>
      )}
      {adding && <AddPoint item={item} onClose={() => setAdding(false)} />}
    </section>
  );
};

const AddPoint = ({ item, onClose }: { item: AgendaItem; onClose: () => void }) => {
  const { record } = useRoom();
  const [kind, setKind] = useState<Kind>('point');
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const { errors, isValid } = useErrors({
    name: !name.trim() && 'Please enter who raised it.',
    text: !text.trim() && 'Please enter what was said.',
  });
  const send = async () => {
    if (!isValid()) return false;
    const fact = { kind: 'point_of_order', subject: item.id, data: { kind, name: name.trim() } } as const;
    const done = await record([{ ...fact, text: `<p>${escapeText(text.trim()).replaceAll('\n', '<br>')}</p>` }]);
    if (done) announce(`${KINDS[kind]} recorded`);
    return done;
  };
  return (
    <FormDialog title="Point of Order" subtitle={item.title} submit="Record" onSubmit={send} onClose={onClose}>
      <RadioGroup label="Type" options={OPTIONS} value={kind} onChange={setKind} />
      <NameField label="By" required value={name} onChange={setName} error={errors.name} />
      <Field label="Words" required error={errors.text}>
        <Textarea rows={3} maxLength={5000} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </FormDialog>
  );
};
