import { type KeyboardEvent, useRef, useState } from 'react';
import { isBlank } from '../../schema/rich-text.ts';
import { sentenceOf } from '../record/refusal.ts';
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
  const draft = useDraft(draftKey, '');
  const editor = useRef<{ focus: () => void }>(null);
  const { send, error, dismiss } = useSend(write);
  const blank = isBlank(draft.value);
  const submit = async () => {
    if (blank || !(await send(draft.value))) return;
    draft.discard();
    editor.current?.focus();
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
        <RichTextEditor
          ref={editor}
          value={draft.value}
          onChange={(html) => (html ? draft.set(html) : draft.discard())}
          placeholder="Write a message…"
        />
      </Field>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto empty:hidden max-md:basis-full">
          <DraftNote kept={draft.kept} />
        </span>
        <LinkButton look="quiet" href={back.href}>
          {back.label}
        </LinkButton>
        <Button look="go" disabled={blank} onClick={submit}>
          Send Message
        </Button>
      </div>
    </section>
  );
};

/** `send` gives whether the message now stands in the thread. One at a time. */
const useSend = (write: (html: string) => Promise<void>) => {
  const [error, setError] = useState('');
  const busy = useRef(false);
  const send = async (html: string): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    const failure = await write(sanitize(html)).then(
      () => '',
      (reason) => sentenceOf(reason, 'Failed to send message'),
    );
    busy.current = false;
    setError(failure);
    return failure === '';
  };
  return { send, error, dismiss: () => setError('') };
};
