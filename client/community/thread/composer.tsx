import { Paperclip } from 'lucide-react';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { PhotoEntity } from '../../../schema/photos.ts';
import { isBlank } from '../../../schema/rich-text.ts';
import type { UploadFeature } from '../../../schema/uploads.ts';
import { useUser } from '../../device/session.ts';
import { resumeUploads } from '../../files/pending-uploads.ts';
import { useChosenFiles } from '../../forms/attachment.tsx';
import { changeNow } from '../../forms/change-now.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { keepFiles } from '../../forms/save-with-file.ts';
import { useSubmit } from '../../forms/submit.ts';
import { IconButton } from '../../ui/button.tsx';
import { DraftNote, useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { ChosenFiles } from '../../ui/files-drop.tsx';
import { useKeys } from '../../ui/keys.ts';
import { QuickPick } from '../../ui/quick-pick.tsx';
import { sanitize } from '../../ui/rich-text.tsx';
import { RichTextEditor } from '../../ui/rich-text-editor.tsx';
import type { Option } from '../../ui/select-frame.tsx';
import { toast } from '../../ui/toast.tsx';
import { SendButtons } from './send-buttons.tsx';

type Props = {
  draftKey: string;
  focused: boolean;
  /** The kind of message that its files are attached to. */
  attachTo: AttachTo;
  write: (id: string, html: string, status?: string) => Promise<void>;
  /** They are given for people who may set a status with the message. */
  statuses?: Statuses | false;
};

/** Writes a message into a thread; `write` gets the id of the message
 * and sanitized HTML. Ctrl+Enter (or Cmd) sends, with Shift it asks for a status to set with it, and Escape leaves it.
 * `focused` puts the cursor into it once. In one column it stays at the bottom of the screen. */
export const Composer = ({ draftKey, focused, attachTo, write, statuses = false }: Props) => {
  const section = useRef<HTMLElement>(null);
  const [editor, attach] = useEditorHandle(focused);
  const [asking, setAsking] = useState(false);
  const { files, setFiles, send: writeAll } = useFiles(attachTo, write);
  const { value, type, send, saving, kept, failure, dismiss } = useMessage(draftKey, writeAll);
  const isEmpty = isBlank(value) || saving;
  const ask = () => setAsking(!isEmpty);
  const submit = async (status?: string) => {
    if (!(await send(status))) return;
    if (status && statuses) return sayMoved(statuses, status);
    if (isFocusFree(section.current)) editor.current?.focus();
  };
  const pressed = keysOf(() => void submit(), statuses && ask);
  useKeys({ answer: () => editor.current?.focus() });
  return (
    <>
      {/* In the capture phase: the editor would break the line first. */}
      <section ref={section} aria-label="Write a message" className={BOX} onKeyDownCapture={pressed}>
        <ErrorAlert message={failure} onClose={dismiss} />
        <ChosenFiles files={files} onRemove={(file) => setFiles(files.filter((one) => one !== file))} />
        <div className="flex items-end gap-2 md:flex-wrap md:justify-end">
          <AttachButton feature={attachTo.feature} files={files} onFiles={setFiles} />
          <Field label="Message" className="min-w-0 max-md:flex-1 md:basis-full max-md:[&>span:first-child]:sr-only">
            <RichTextEditor ref={attach} value={value} onChange={type} placeholder="Write a message…" compact />
          </Field>
          <span className="empty:hidden max-md:hidden md:order-2">
            <DraftNote kept={kept} />
          </span>
          <SendButtons disabled={isEmpty} onSend={() => void submit()} onAsk={statuses ? ask : null} />
        </div>
      </section>
      {statuses && <StatusPick {...statuses} open={asking} onClose={() => setAsking(false)} onPick={submit} />}
    </>
  );
};

type Statuses = {
  current: string;
  options: readonly Option[];
  /** Puts back the status as it is now. */
  undo: () => Promise<void>;
};

type StatusPickProps = Pick<Statuses, 'current' | 'options'> & {
  open: boolean;
  onClose: () => void;
  onPick: (status: string) => Promise<void>;
};

const StatusPick = ({ current, onPick, ...pick }: StatusPickProps) => (
  <QuickPick {...pick} title="Send and Set to" value={current} onPick={(status) => void onPick(status)} />
);

/** Whoever has moved on while the message was saved keeps the focus there. */
const isFocusFree = (section: HTMLElement | null): boolean => {
  const element = document.activeElement;
  return element === document.body || section?.contains(element) === true;
};

const keysOf = (send: () => void, ask: (() => void) | false) => (event: KeyboardEvent) => {
  if (event.key === 'Escape') return leave(event);
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey && ask) ask();
  else send();
};

/** The text stays as a draft. */
const leave = (event: KeyboardEvent) => {
  event.stopPropagation();
  if (event.target instanceof HTMLElement) event.target.blur();
};

/** A message that was sent cannot be taken back; the status can. */
const sayMoved = ({ current, options, undo }: Statuses, status: string) => {
  const { label = '' } = options.find(({ value }) => value === status) ?? {};
  if (status === current) return toast('Message sent');
  return changeNow({
    write: async () => undefined,
    undo,
    undoLabel: 'Undo Status',
    said: `Message sent. Status set to ${label}.`,
  });
};

type AttachTo = { feature: UploadFeature; entity: PhotoEntity };

/** The files of the next message. They wait on the device and follow the message, so that it never waits for them. */
const useFiles = (attachTo: AttachTo, write: Props['write']) => {
  const [files, setFiles] = useState<readonly File[]>([]);
  const { id: user_id } = useUser();
  const send = async (html: string, status?: string) => {
    const id = uuidv7();
    const waiting = files.map((file) => ({
      user_id,
      feature: attachTo.feature,
      file,
      mutation: 'addPhoto' as const,
      args: { entity: attachTo.entity, id },
    }));
    await keepFiles(waiting, () => write(id, html, status));
    setFiles([]);
    if (waiting.length > 0) void resumeUploads();
  };
  return { files, setFiles, send };
};

const AttachButton = (props: Parameters<typeof useChosenFiles>[0]) => {
  const input = useRef<HTMLInputElement>(null);
  const { add, preparing, refusal, accept } = useChosenFiles(props);
  return (
    <span className="relative order-first max-md:order-none md:order-1 md:mr-auto">
      <IconButton
        icon={Paperclip}
        label="Add photos or files"
        disabled={preparing}
        onClick={() => input.current?.click()}
        className="max-md:border max-md:border-line-strong max-md:bg-card"
      />
      <input
        ref={input}
        type="file"
        multiple
        accept={accept}
        tabIndex={-1}
        aria-label="Attachment"
        className="sr-only"
        onChange={({ currentTarget }) => {
          void add([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      {refusal && (
        <span
          role="alert"
          className="absolute bottom-full left-0 z-10 mb-2 w-64 rounded-md bg-card p-2.5 text-red text-sm shadow-float"
        >
          {refusal}
        </span>
      )}
    </span>
  );
};

/** Over the tabs of a phone; on a low screen, as at a zoom of 400 %, it would leave the thread no room. */
const BOX =
  'print:hidden [@media(height<26rem)]:static! grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 max-[50rem]:sticky max-[50rem]:bottom-0 max-[50rem]:z-10 max-[50rem]:-mx-4 max-[50rem]:border-line max-[50rem]:border-t max-[50rem]:bg-paper max-[50rem]:px-4 max-[50rem]:py-2 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))]';

type Handle = { focus: () => boolean };

/** The editor arrives after the composer, because its code loads on demand. */
const useEditorHandle = (focused: boolean) => {
  const editor = useRef<Handle>(null);
  const wanted = useRef(focused);
  const attach = useCallback((handle: Handle | null) => {
    editor.current = handle;
    if (handle && wanted.current) wanted.current = !handle.focus();
  }, []);
  return [editor, attach] as const;
};

/** The text of the field, and sending it. Until a message is saved it stays in the draft, while the field is free for the
 * next one. `send` gives whether the message is in the thread. What is current is in refs: a key may come after a message
 * was saved and before React has rendered that. */
const useMessage = (draftKey: string, write: (html: string, status?: string) => Promise<void>) => {
  const draft = useDraft(draftKey, '');
  const [next, setNext] = useState<string | null>(null);
  const text = useRef(draft.value);
  const sending = useRef(false);
  const { submit, failure, dismiss } = useSubmit('Failed to send message', { repeat: true });
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
  const send = async (status?: string) => {
    const message = text.current;
    if (isBlank(message)) return false;
    return submit(async () => {
      sending.current = true;
      text.current = '';
      setNext('');
      try {
        await write(sanitize(message), status);
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
