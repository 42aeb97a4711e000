import { type Editor, useEditorState } from '@tiptap/react';
import { clsx } from 'clsx';
import { Bold, Italic, List, ListOrdered, type LucideIcon, Quote, Redo2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from './button.tsx';

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

export const Toolbar = ({ editor, className }: { editor: Editor; className?: string | false }) => {
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
