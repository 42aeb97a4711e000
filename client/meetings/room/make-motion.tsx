import { useState } from 'react';
import { METHODS, type Method, type Threshold } from '../../../schema/meetings.ts';
import { isBlank, plainText } from '../../../schema/rich-text.ts';
import type { AgendaItem, Motion } from '../../../schema/tables/meetings.ts';
import { nextMotionNumber } from '../../../sync/meetings/motions/motions.ts';
import { save } from '../../device/store.ts';
import { ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { RichTextEditor } from '../../ui/rich-text-editor.tsx';
import { Select } from '../../ui/select.tsx';
import { announce } from '../announcer.tsx';
import { isBoardMeeting } from '../model.ts';
import { makeMotion } from '../record.ts';
import { useRoom } from './context.ts';
import { directorNamed, thresholdWords } from './model.ts';
import { FormDialog, NameField } from './parts.tsx';

export const METHOD_WORDS: Record<Method, string> = {
  consent: 'Unanimous consent',
  voice: 'Voice',
  count: 'Count (show of hands)',
  roll_call: 'Roll call',
};

type Values = { text: string; mover: string; method: Method; threshold: Threshold; public_summary: string };

const DEFAULT_THRESHOLD = { kind: 'majority', basis: 'units' } as const;

/** Makes a motion on the item; `consent` are the items that one motion adopts. */
export const MakeMotion = ({
  item,
  consent,
  onClose,
}: {
  item: AgendaItem;
  consent: readonly AgendaItem[] | null;
  onClose: () => void;
}) => {
  const { books, desk, run } = useRoom();
  const { meeting } = books;
  const draft = useDraft<Values>(`meeting-motion/${item.id}${consent ? '/consent' : ''}`, {
    text: consent ? consentText(consent) : item.proposal,
    mover: '',
    method: consent ? 'consent' : isBoardMeeting(meeting) ? 'voice' : 'count',
    threshold: meeting.rules?.threshold ?? DEFAULT_THRESHOLD,
    public_summary: '',
  });
  const { value: values, set } = draft;
  const [tried, setTried] = useState(false);
  const noWords = isBlank(values.text);
  const noMover = !values.mover.trim();
  const send = async () => {
    setTried(true);
    if (noWords || noMover) return false;
    const { text, mover, public_summary, ...rest } = values;
    const number = nextMotionNumber(books, desk);
    const motion = {
      ...rest,
      item_id: item.id,
      number,
      mover: mover.trim(),
      mover_id: directorNamed(books, mover.trim()),
      executive: item.executive,
      public_summary: public_summary.trim() || null,
      on_adopt: consent ? consent.flatMap(({ on_adopt }) => on_adopt ?? []) : item.on_adopt,
      on_fail: consent ? [] : item.on_fail,
      item_ids: consent?.map(({ id }) => id) ?? null,
    };
    const done = await run(() => makeMotion(meeting.id, motion, text));
    if (!done) return false;
    draft.discard();
    announce(`Motion ${number} was made`);
    return true;
  };
  return (
    <FormDialog
      title={consent ? 'Move the consent agenda' : 'Make a motion'}
      subtitle={item.title}
      submit="Make Motion"
      wide
      onSubmit={send}
      onClose={onClose}
    >
      <Field label="Words of the motion" required error={tried && noWords ? 'Please enter the words.' : undefined}>
        <RichTextEditor
          compact
          value={values.text}
          onChange={(text) => set({ ...values, text })}
          placeholder="I move that …"
        />
      </Field>
      <NameField
        label="Moved by"
        required
        value={values.mover}
        onChange={(mover) => set({ ...values, mover })}
        error={tried && noMover ? 'Please name who moved it.' : undefined}
      />
      <MethodFields values={values} onChange={(changed) => set({ ...values, ...changed })} />
      {item.executive && (
        <Field
          label="Public summary"
          hint="Residents read this in the minutes; the motion itself stays with the board."
        >
          <Textarea
            rows={2}
            value={values.public_summary}
            onChange={(event) => set({ ...values, public_summary: event.target.value })}
          />
        </Field>
      )}
    </FormDialog>
  );
};

const consentText = (items: readonly AgendaItem[]): string =>
  [
    '<p>To adopt the consent agenda:</p><ul>',
    ...items.map(({ title, proposal }) => `<li>${escapeText(isBlank(proposal) ? title : plainText(proposal))}</li>`),
    '</ul>',
  ].join('');

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

type MethodValues = Pick<Values, 'method' | 'threshold'>;
const KINDS: readonly Threshold['kind'][] = ['majority', 'two_thirds', 'present', 'roll'];

const MethodFields = ({ values, onChange }: { values: MethodValues; onChange: (changed: MethodValues) => void }) => {
  const { method, threshold } = values;
  return (
    <>
      <ChoiceGroup label="Method">
        <span className="grid gap-2 md:grid-cols-2">
          {METHODS.map((each) => (
            <Radio
              key={each}
              name="method"
              label={METHOD_WORDS[each]}
              checked={method === each}
              onChange={() => onChange({ threshold, method: each })}
            />
          ))}
        </span>
      </ChoiceGroup>
      <div className="flex flex-wrap gap-4">
        <Field label="Needed for adoption" className="min-w-56 flex-1">
          <Select
            value={threshold.kind}
            onChange={(kind) => onChange({ method, threshold: { ...threshold, kind } })}
            options={KINDS.map((kind) => ({
              value: kind,
              label: thresholdWords({ ...threshold, kind }),
            }))}
          />
        </Field>
        {threshold.kind === 'roll' && (
          <Field label="Percent" className="w-24">
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={100}
              value={threshold.percent ?? 50}
              onChange={({ target }) =>
                onChange({ method, threshold: { ...threshold, percent: percentOf(target.value) } })
              }
            />
          </Field>
        )}
      </div>
    </>
  );
};

const percentOf = (typed: string): number => Math.min(100, Math.max(1, Math.trunc(Number(typed)) || 1));

/** Before the vote, what a motion needs and how it is taken may change. */
export const ChangeMotion = ({ motion, onClose }: { motion: Motion; onClose: () => void }) => {
  const { run } = useRoom();
  const [values, setValues] = useState<MethodValues>({ method: motion.method, threshold: motion.threshold });
  const [mover, setMover] = useState(motion.mover);
  const send = () =>
    run(() => save('updateMotion', { id: motion.id, ...values, ...(mover.trim() && { mover: mover.trim() }) }));
  return (
    <FormDialog title={`Change Motion ${motion.number}`} submit="Save" onSubmit={send} onClose={onClose}>
      <NameField label="Moved by" value={mover} onChange={setMover} />
      <MethodFields values={values} onChange={setValues} />
    </FormDialog>
  );
};
