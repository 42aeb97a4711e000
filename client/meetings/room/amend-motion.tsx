import { useState } from 'react';
import { isBlank } from '../../../schema/rich-text.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf } from '../../../sync/meetings/books.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { RichTextEditor } from '../../ui/rich-text-editor.tsx';
import { announce } from '../announcer.tsx';
import { useRoom } from './context.ts';
import { FormDialog, NameField } from './parts.tsx';

/** An amendment: other words, with who moved them and why; or, of two wordings, a third that stands for both. */
export const AmendMotion = ({
  motion,
  title = `Amend Motion ${motion.number}`,
  submit = 'Amend',
  wording,
  replaces,
  onClose,
}: {
  motion: Motion;
  title?: string;
  submit?: string;
  /** What the editor begins with. */
  wording: FactOf<'motion_text'> | null;
  /** Ids of the wordings that it stands for. */
  replaces: readonly string[];
  onClose: () => void;
}) => {
  const { record } = useRoom();
  const [words, setWords] = useState(wording?.text ?? '');
  const [mover, setMover] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const errors = {
    words: isBlank(words) ? 'Please enter the words.' : undefined,
    mover: mover.trim() ? undefined : 'Please name who moved it.',
    reason: reason.trim() ? undefined : 'Please give the reason.',
  };
  const send = async () => {
    setTried(true);
    if (errors.words || errors.mover || errors.reason) return false;
    const data = { mover: mover.trim(), reason: reason.trim() };
    const done = await record([{ kind: 'motion_text', subject: motion.id, data, text: words, replaces }]);
    if (done) announce(`Motion ${motion.number} was amended`);
    return done;
  };
  return (
    <FormDialog title={title} submit={submit} wide onSubmit={send} onClose={onClose}>
      <Field label="Words as amended" required error={tried ? errors.words : undefined}>
        <RichTextEditor compact value={words} onChange={setWords} />
      </Field>
      <NameField
        label="Amendment moved by"
        required
        value={mover}
        onChange={setMover}
        error={tried ? errors.mover : undefined}
      />
      <Field label="Reason" required error={tried ? errors.reason : undefined}>
        <Input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
};
