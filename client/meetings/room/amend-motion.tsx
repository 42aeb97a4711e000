import { useState } from 'react';
import { isBlank } from '../../../schema/rich-text.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf } from '../../../sync/meetings/books.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { RichTextEditor } from '../../ui/rich-text-editor.tsx';
import { announce } from '../announcer.tsx';
import { REASON_MISSING } from '../plain-fields.tsx';
import { useRoom } from './context.ts';
import { FormDialog, NameField, useErrors } from './parts.tsx';

type Props = {
  motion: Motion;
  title?: string;
  submit?: string;
  /** The editor begins with it. */
  wording: FactOf<'motion_text'> | null;
  /** Ids of wordings. */
  replaces: readonly string[];
  onClose: () => void;
};

/** Other words of a motion, with their mover and the reason; of two wordings, a third that replaces both. */
export const AmendMotion = ({
  motion,
  title = `Amend Motion ${motion.number}`,
  submit = 'Amend',
  wording,
  replaces,
  onClose,
}: Props) => {
  const { record } = useRoom();
  const [words, setWords] = useState(wording?.text ?? '');
  const [mover, setMover] = useState('');
  const [reason, setReason] = useState('');
  const { errors, isValid } = useErrors({
    words: isBlank(words) && 'Please enter the wording.',
    mover: !mover.trim() && 'Please enter who moved it.',
    reason: !reason.trim() && REASON_MISSING,
  });
  const send = async () => {
    if (!isValid()) return false;
    const data = { mover: mover.trim(), reason: reason.trim() };
    const done = await record([{ kind: 'motion_text', subject: motion.id, data, text: words, replaces }]);
    if (done) announce(`Motion ${motion.number} was amended`);
    return done;
  };
  return (
    <FormDialog title={title} submit={submit} wide onSubmit={send} onClose={onClose}>
      <Field label="Wording as amended" required error={errors.words}>
        <RichTextEditor compact value={words} onChange={setWords} />
      </Field>
      <NameField label="Amendment moved by" required value={mover} onChange={setMover} error={errors.mover} />
      <Field label="Reason" required error={errors.reason}>
        <Input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
};
