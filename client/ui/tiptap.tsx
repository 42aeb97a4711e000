import { Heading } from '@tiptap/extension-heading';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import './tiptap.css';
import StarterKit from '@tiptap/starter-kit';
import { clsx } from 'clsx';
import { Bold, Italic, List, ListOrdered, type LucideIcon, Quote, Redo2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { isBlank } from '../../schema/rich-text.ts';
import { IconButton } from './button.tsx';
import { useFieldLabel, useFieldProps } from './field-context.ts';
import { sanitize } from './rich-text.tsx';

/** Only the tags of RICH_TAGS. Pasted headings stay, but typing "#" creates none. */
const EXTENSIONS = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    link: false,
    strike: false,
    underline: false,
    trailingNode: false,
    undoRedo: { depth: 100, newGroupDelay: 500 },
  }),
  Heading.extend({ addInputRules: () => [], addKeyboardShortcuts: () => ({}) }),
];

type Props = {
  value: string;
  onChange: (html: string) => void;
  placeholder?: string;
  label?: string;
  /** Three lines at first; on phones one, with its toolbar only while in use. */
  compact?: boolean;
  /** `focus` gives whether there was an editor to take it. */
  ref?: Ref<{ focus: () => boolean }>;
};

const TipTap = ({ value, onChange, placeholder = '', label, compact = false, ref }: Props) => {
  const attributes = useAttributes(label, compact ? COMPACT : TEXT);
  const emitted = useRef(value);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: sanitize(value),
    injectCSS: false,
    editorProps: { attributes, transformPastedHTML: sanitize },
    onUpdate: ({ editor: current }) => {
      emitted.current = htmlOf(current.getHTML());
      onChange(emitted.current);
    },
  });
  useImperativeHandle(ref, () => ({ focus: () => focus(editor) }), [editor]);
  useEffect(() => {
    if (value === emitted.current) return;
    emitted.current = value;
    editor.commands.setContent(sanitize(value), { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className="control group/editor overflow-hidden p-0" data-invalid={attributes['aria-invalid']}>
      <Toolbar editor={editor} className={compact && COMPACT_TOOLS} />
      <div className="relative">
        {isBlank(value) && (
          <p aria-hidden className={clsx('pointer-events-none absolute text-ink-3', compact ? COMPACT_HINT : PAD)}>
            {placeholder}
          </p>
        )}
        <EditorContent editor={editor} />
      </div>
    </div>
  );
};

export default TipTap;

/** The editor's own focus command waits for the next frame, and would then take the focus from whoever has it by that
 * time. */
const focus = (editor: Editor): boolean => {
  // An editor that is about to be replaced has no view; its successor sets the ref again.
  if (editor.isDestroyed) return false;
  editor.view.focus();
  return true;
};

/** ProseMirror accepts strings only, and writes "undefined" for a missing value. */
const useAttributes = (label: string | undefined, className: string): Record<string, string> => {
  const id = useId();
  const labelledBy = useFieldLabel();
  const named = label ? { 'aria-label': label } : { 'aria-labelledby': labelledBy };
  const all = { id, ...useFieldProps(), ...named, role: 'textbox', 'aria-multiline': true, class: className };
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
};
const PAD = 'px-3.5 py-3';
const COMPACT_PAD = 'px-3.5 py-2.5';
/** A phone shows one line of it. */
const COMPACT_HINT = `${COMPACT_PAD} max-md:max-w-full max-md:truncate`;
const TEXT = `rich min-h-50 ${PAD} outline-none max-md:text-lg`;
const COMPACT = `rich min-h-21 max-h-[40dvh] overflow-y-auto ${COMPACT_PAD} outline-none max-md:min-h-10.5 max-md:text-lg`;

const htmlOf = (html: string) => (isBlank(html) ? '' : sanitize(html));

type Tool = { label: string; icon: LucideIcon; run: (editor: Editor) => void; mark?: string; can?: 'undo' | 'redo' };

const TOOLS: readonly Tool[] = [
  { label: 'Bold', icon: Bold, mark: 'bold', run: (editor) => editor.chain().focus().toggleBold().run() },
  { label: 'Italic', icon: Italic, mark: 'italic', run: (editor) => editor.chain().focus().toggleItalic().run() },
  {
    label: 'Bullet list',
    icon: List,
    mark: 'bulletList',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    icon: ListOrdered,
    mark: 'orderedList',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Blockquote',
    icon: Quote,
    mark: 'blockquote',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  { label: 'Undo', icon: Undo2, can: 'undo', run: (editor) => editor.chain().focus().undo().run() },
  { label: 'Redo', icon: Redo2, can: 'redo', run: (editor) => editor.chain().focus().redo().run() },
];

/** A phone's composer has no room for the last two, undo and redo. */
const COMPACT_TOOLS = 'max-md:group-not-focus-within/editor:hidden max-md:[&>:nth-last-child(-n+2)]:hidden';

const Toolbar = ({ editor, className }: { editor: Editor; className?: string | false }) => {
  const [current, setCurrent] = useState(0);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => TOOLS.map(({ mark, can }) => (mark ? now.isActive(mark) : now.can()[can!]())),
  });
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (current + step + TOOLS.length) % TOOLS.length;
    setCurrent(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      tabIndex={-1}
      onKeyDown={move}
      className={clsx('relative flex flex-wrap gap-0.5 border-line border-b p-1', className)}
    >
      {TOOLS.map(({ label, icon, mark, run }, index) => (
        <IconButton
          key={label}
          icon={icon}
          label={label}
          tabIndex={index === current ? 0 : -1}
          aria-pressed={mark ? state[index] : undefined}
          aria-disabled={!mark && !state[index] ? true : undefined}
          onFocus={() => setCurrent(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
          className={clsx('max-md:w-auto max-md:min-w-8 max-md:max-w-11 max-md:flex-1', label === 'Undo' && 'ml-auto')}
        />
      ))}
    </div>
  );
};
