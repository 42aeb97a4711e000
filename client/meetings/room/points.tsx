import { useState } from 'react';
import type { FactData } from '../../../schema/meetings.ts';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import { ofKind } from '../../../sync/meetings/facts/heads.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { announce } from '../announcer.tsx';
import { useRoom } from './context.ts';
import { FormDialog, NameField } from './parts.tsx';
import { TimeMark } from './time-mark.tsx';

type Kind = FactData['point_of_order']['kind'];
const KINDS: Record<Kind, string> = { point: 'Point of order', appeal: 'Appeal', ruling: 'Ruling of the chair' };

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
          <RichText html={fact.text} />
        </div>
      ))}
      {session.status !== 'adjourned' && (
        <div>
          <Button size="small" variant="ghost" onClick={() => setAdding(true)}>
            Point of order
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
  const [tried, setTried] = useState(false);
  const send = async () => {
    setTried(true);
    if (!name.trim() || !text.trim()) return false;
    const fact = { kind: 'point_of_order', subject: item.id, data: { kind, name: name.trim() } } as const;
    const done = await record([{ ...fact, text: `<p>${escapeText(text.trim())}</p>` }]);
    if (done) announce(`${KINDS[kind]} recorded`);
    return done;
  };
  return (
    <FormDialog title="Point of order" subtitle={item.title} submit="Record" onSubmit={send} onClose={onClose}>
      <ChoiceGroup label="Kind">
        {(Object.keys(KINDS) as Kind[]).map((each) => (
          <Radio
            key={each}
            name="point-kind"
            label={KINDS[each]}
            checked={kind === each}
            onChange={() => setKind(each)}
          />
        ))}
      </ChoiceGroup>
      <NameField
        label="By"
        required
        value={name}
        onChange={setName}
        error={tried && !name.trim() ? 'Please name who raised it.' : undefined}
      />
      <Field label="Words" required error={tried && !text.trim() ? 'Please enter the words.' : undefined}>
        <Textarea rows={3} maxLength={5000} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </FormDialog>
  );
};

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');
