import { type KeyboardEvent, useRef, useState } from 'react';
import { isBlank } from '../../schema/rich-text.ts';
import { sentenceOf } from '../forms/refusal.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { DraftNote, useDraft } from '../ui/draft.tsx';
import { Field } from '../ui/field.tsx';
import { sanitize } from '../ui/rich-text.tsx';
import { RichTextEditor } from '../ui/rich-text-editor.tsx';

/** Writes into a thread; `write` gets clean HTML. Ctrl+Enter (or Cmd) sends; what is typed is kept until then. */
export const Composer = ({
  draftKey,
  back,
  write,
}: {
  draftKey: string;
  back: { label: string; href: string };
  write: (html: string) => Promise<void>;
}) => {
  const editor = useRef<{ focus: () => void }>(null);
  const { value, type, send, saving, kept, error, dismiss } = useMessage(draftKey, write);
  const blank = isBlank(value);
  const submit = async () => {
    if (!blank && (await send())) editor.current?.focus();
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    void submit();
  };
  return (
    // Caught on the way down: the editor would break the line first.
    <section aria-label="Write a message" className="grid gap-2" onKeyDownCapture={pressed}>
      {error && (
        <Alert tone="error" onClose={dismiss}>
          {error}
        </Alert>
      )}
      <Field label="Message">
        <RichTextEditor ref={editor} value={value} onChange={type} placeholder="Write a message…" />
      </Field>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto empty:hidden max-md:basis-full">
          <DraftNote kept={kept} />
        </span>
        <LinkButton variant="ghost" href={back.href}>
          {back.label}
        </LinkButton>
        <Button variant="primary" disabled={blank || saving} onClick={submit}>
          Send Message
        </Button>
      </div>
    </section>
  );
};

/** What is typed, and sending it, one message at a time. `send` gives whether the message stands in the thread. Until it
 * is safe it stays the draft on the device, though the field is free for the next one. */
const useMessage = (draftKey: string, write: (html: string) => Promise<void>) => {
  const draft = useDraft(draftKey, '');
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState('');
  const typed = useRef('');
  const busy = useRef(false);
  const keep = (html: string) => (html ? draft.set(html) : draft.discard());
  const type = (html: string) => {
    typed.current = html;
    if (next === null) keep(html);
    else setNext(html);
  };
  const send = async (): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    typed.current = '';
    setNext('');
    const failure = await write(sanitize(draft.value)).then(
      () => '',
      (reason) => sentenceOf(reason, 'Failed to send message'),
    );
    busy.current = false;
    setNext(null);
    keep(failure ? draft.value + typed.current : typed.current);
    setError(failure);
    return failure === '';
  };
  const saving = next !== null;
  return {
    value: next ?? draft.value,
    type,
    send,
    saving,
    kept: draft.kept && !saving,
    error,
    dismiss: () => setError(''),
  };
};
