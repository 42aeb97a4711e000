import { useState } from 'react';
import { METHODS, type Method, type Threshold } from '../../../schema/meetings.ts';
import { isBlank, plainText } from '../../../schema/rich-text.ts';
import type { AgendaItem, Motion } from '../../../schema/tables/meetings.ts';
import { nextMotionNumber } from '../../../sync/meetings/motions/motions.ts';
import { save } from '../../device/store.ts';
import { useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { RichTextEditor } from '../../ui/rich-text-editor.tsx';
import { Select } from '../../ui/select.tsx';
import { announce } from '../announcer.tsx';
import { isBoardMeeting } from '../model.ts';
import { IN_TWO_COLUMNS, RadioGroup } from '../plain-fields.tsx';
import { makeMotion } from '../record.ts';
import { useRoom } from './context.ts';
import { directorNamed, escapeText, thresholdWords } from './model.ts';
import { FormDialog, NameField, useErrors } from './parts.tsx';

export const METHOD_WORDS: Record<Method, string> = {
  consent: 'Unanimous consent',
  voice: 'Voice',
  count: 'Count (show of hands)',
  roll_call: 'Roll call',
};
export const METHOD_OPTIONS = METHODS.map((value) => ({ value, label: METHOD_WORDS[value] }));

type Values = { text: string; mover: string; method: Method; threshold: Threshold; public_summary: string };

const DEFAULT_THRESHOLD = { kind: 'majority', basis: 'units' } as const;

type Props = {
  item: AgendaItem;
  /** Items that one motion adopts. */
  consent: readonly AgendaItem[] | null;
  onClose: () => void;
};

/** Makes a motion on the item, or the one that adopts the consent agenda. */
export const MakeMotion = ({ item, consent, onClose }: Props) => {
  const { values, set, errors, send } = useNewMotion(item, consent);
  return (
    <FormDialog
      title={consent ? 'Move the Consent Agenda' : 'Make a Motion'}
      subtitle={item.title}
      submit="Make Motion"
      wide
      onSubmit={send}
      onClose={onClose}
    >
      <Field label="Wording of the motion" required error={errors.text}>
        <RichTextEditor compact value={values.text} onChange={(text) => set({ text })} placeholder="I move that…" />
      </Field>
      <NameField
        label="Moved by"
        required
        value={values.mover}
        onChange={(mover) => set({ mover })}
        error={errors.mover}
      />
      <MethodFields values={values} onChange={set} />
      {item.executive && (
        <Field label="Public summary" hint="Residents read this in the minutes. Only the board sees the motion itself.">
          <Textarea
            rows={2}
            value={values.public_summary}
            onChange={(event) => set({ public_summary: event.target.value })}
          />
        </Field>
      )}
    </FormDialog>
  );
};

const useNewMotion = (item: AgendaItem, consent: Props['consent']) => {
  const { books, desk, run } = useRoom();
  const { meeting } = books;
  const draft = useDraft<Values>(`meeting-motion/${item.id}${consent ? '/consent' : ''}`, {
    text: consent ? consentText(consent) : item.proposal,
    mover: '',
    method: consent ? 'consent' : isBoardMeeting(meeting) ? 'voice' : 'count',
    threshold: meeting.rules?.threshold ?? DEFAULT_THRESHOLD,
    public_summary: '',
  });
  const values = draft.value;
  const { errors, isValid } = useErrors({
    text: isBlank(values.text) && 'Please enter the wording.',
    mover: !values.mover.trim() && 'Please enter who moved it.',
  });
  const send = async () => {
    if (!isValid()) return false;
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
  return { values, set: (changed: Partial<Values>) => draft.set({ ...values, ...changed }), errors, send };
};

const consentText = (items: readonly AgendaItem[]): string =>
  [
    '<p>To adopt the consent agenda:</p><ul>',
    ...items.map(({ title, proposal }) => `<li>${escapeText(isBlank(proposal) ? title : plainText(proposal))}</li>`),
    '</ul>',
  ].join('');

type MethodValues = Pick<Values, 'method' | 'threshold'>;
const KINDS: readonly Threshold['kind'][] = ['majority', 'two_thirds', 'present', 'roll'];

const MethodFields = ({ values, onChange }: { values: MethodValues; onChange: (changed: MethodValues) => void }) => {
  const { method, threshold } = values;
  return (
    <>
      <RadioGroup
        label="Method"
        options={METHOD_OPTIONS}
        value={method}
        onChange={(next) => onChange({ threshold, method: next })}
        className={IN_TWO_COLUMNS}
      />
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
