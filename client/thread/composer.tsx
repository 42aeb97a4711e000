import { type KeyboardEvent, useRef, useState } from 'react';
import { isBlank } from '../../schema/rich-text.ts';
import { useSubmit } from '../forms/submit.ts';
import { messageOf } from '../http.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { DraftNote, useDraft } from '../ui/draft.tsx';
import { Field } from '../ui/field.tsx';
import { sanitize } from '../ui/rich-text.tsx';
import { RichTextEditor } from '../ui/rich-text-editor.tsx';

/** Writes a message into a thread; `write` gets sanitized HTML. Ctrl+Enter (or Cmd) sends. */
export const Composer = ({
  draftKey,
  back,
  write,
}: {
  draftKey: string;
  back: { label: string; href: string };
  write: (html: string) => Promise<void>;
}) => {
  const section = useRef<HTMLElement>(null);
  const editor = useRef<{ focus: () => void }>(null);
  const { value, type, send, saving, kept, failure, dismiss } = useMessage(draftKey, write);
  const blank = isBlank(value);
  const submit = async () => {
    if (!(await send())) return;
    const focused = document.activeElement;
    // Whoever has moved on while the message was saved keeps the focus there.
    if (focused === document.body || section.current?.contains(focused)) editor.current?.focus();
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    void submit();
  };
  return (
    // In the capture phase: the editor would break the line first.
    <section ref={section} aria-label="Write a message" className="grid gap-2" onKeyDownCapture={pressed}>
      {failure && (
        <Alert tone="error" onClose={dismiss}>
          {failure}
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

/** The text of the field, and sending it. Until a message is saved it stays in the draft, while the field is free for the
 * next one. `send` gives whether the message is in the thread. What is current is in refs: a key may come after a message
 * was saved and before React has rendered that. */
const useMessage = (draftKey: string, write: (html: string) => Promise<void>) => {
  const draft = useDraft(draftKey, '');
  const [next, setNext] = useState<string | null>(null);
  const text = useRef(draft.value);
  const sending = useRef(false);
  const { submit, failure, dismiss } = useSubmit((error) => messageOf(error, 'Failed to send message'), {
    repeat: true,
  });
  const keep = (html: string) => {
    text.current = html;
    if (html) draft.set(html);
    else draft.discard();
  };
  const type = (html: string) => {
    if (!sending.current) return keep(html);
    text.current = html;
    setNext(html);
  };
  const send = async () => {
    const message = text.current;
    if (isBlank(message)) return false;
    return submit(async () => {
      sending.current = true;
      text.current = '';
      setNext('');
      try {
        await write(sanitize(message));
        keep(text.current);
      } catch (error) {
        keep(message + text.current);
        throw error;
      } finally {
        sending.current = false;
        setNext(null);
      }
    });
  };
  const saving = next !== null;
  return { value: next ?? draft.value, type, send, saving, kept: draft.kept && !saving, failure, dismiss };
};
