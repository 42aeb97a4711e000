import { type KeyboardEvent, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { isBlank } from '../../schema/rich-text.ts';
import { drafts, paths } from '../paths.ts';
import { useMutate } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { DraftNote, useDraft } from '../ui/draft.tsx';
import { Field } from '../ui/field.tsx';
import { sanitize } from '../ui/rich-text.tsx';
import { RichTextEditor } from '../ui/rich-text-editor.tsx';
import { sentenceOf } from './refusal.ts';

/** Writes into a request's thread. Ctrl+Enter (or Cmd) sends; what is typed is kept until then. */
export const Composer = ({ request_id }: { request_id: string }) => {
  const draft = useDraft(drafts.requestMessage(request_id), '');
  const editor = useRef<{ focus: () => void }>(null);
  const { send, error, dismiss } = useSend(request_id);
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
        <LinkButton look="quiet" href={paths.request(request_id)}>
          Back to Request
        </LinkButton>
        <Button look="go" disabled={blank} onClick={submit}>
          Send Message
        </Button>
      </div>
    </section>
  );
};

/** `send` gives whether the message now stands in the thread. One at a time. */
const useSend = (request_id: string) => {
  const mutate = useMutate();
  const [error, setError] = useState('');
  const busy = useRef(false);
  const send = async (html: string): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    const message = { id: uuidv7(), request_id, message: sanitize(html), is_public: true };
    const failure = await mutate('addRequestComment', message).then(
      () => '',
      (reason) => sentenceOf(reason, 'Failed to send message'),
    );
    busy.current = false;
    setError(failure);
    return failure === '';
  };
  return { send, error, dismiss: () => setError('') };
};
