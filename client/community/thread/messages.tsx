import { clsx } from 'clsx';
import { MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Entity } from '../../../schema/rows.ts';
import { useAreComplete, useHasRows } from '../../device/store.ts';
import { useWaiting } from '../../screens/waiting.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Waiting } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, SkeletonRows } from '../../ui/list.tsx';
import { RichText } from '../../ui/rich-text.tsx';

type Props = {
  /** The entity whose rows are the messages. */
  entity: Entity;
  empty: { title: string; hint?: string };
  back: { label: string; href: string } | null;
  children: readonly ReactNode[];
};

/** The thread of a record. `back` leads from the thread's own address to the record's. */
export const Messages = ({ entity, empty, back, children }: Props) => (
  <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
    <div className="flex min-h-8.5 flex-wrap items-center justify-between gap-x-3 pt-1.5">
      <h2 className="font-semibold text-lg tracking-[-0.01em]">Messages</h2>
      {back && (
        <LinkButton variant="ghost" href={back.href}>
          {back.label}
        </LinkButton>
      )}
    </div>
    <Log entity={entity} empty={empty}>
      {children}
    </Log>
  </section>
);

const Log = ({ entity, empty, children }: Omit<Props, 'back'>) => {
  const [isComplete, hasRows] = [useAreComplete([entity]), useHasRows()];
  return (
    <div role="log" aria-label="Messages">
      {children.length > 0 ? (
        <Card flush>
          <ol>{children}</ol>
        </Card>
      ) : isComplete && hasRows ? (
        <EmptyState icon={MessageSquare} {...empty} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </div>
  );
};

const STATES = { device: 'saved on this device, waiting to send', memory: 'not yet saved' };

type MessageProps = {
  id: string;
  author: string;
  is_staff: boolean;
  html: string;
  sent_at: string;
  marks?: ReactNode;
  own?: boolean;
  internal?: boolean;
  children?: ReactNode;
};

/** One message of a thread. `marks` stand beside the author's name, `children` under the text. The viewer's `own` messages
 * stand on the right, `internal` ones are tinted. */
export const Message = ({
  id,
  author,
  is_staff,
  html,
  sent_at,
  marks,
  own = false,
  internal = false,
  children,
}: MessageProps) => {
  const unsent = useWaiting().get(id);
  return (
    <li
      className={clsx(
        'flex gap-3 border-line border-t px-4.5 py-4 first:border-t-0 print:px-0 print:py-2',
        own && 'flex-row-reverse print:flex-row',
        unsent ? WAITING[own ? 'right' : 'left'] : internal && 'bg-ochre-soft/60',
      )}
    >
      <Avatar name={author} tone={is_staff ? 'grey' : 'pine'} />
      <div className={clsx('min-w-0 flex-1', own && 'grid justify-items-end print:block')}>
        <p className={clsx('flex flex-wrap items-center gap-x-2', own && 'justify-end print:justify-start')}>
          <span className="font-semibold">{author}</span>
          {marks}
          {unsent ? <Waiting>{STATES[unsent.state]}</Waiting> : <Ago at={sent_at} className="num text-ink-3 text-sm" />}
        </p>
        <div
          className={clsx(
            'mt-0.5',
            own && 'mt-1.5 max-w-[88%] rounded-lg bg-pine-soft px-3.5 py-2 print:mt-0.5 print:max-w-none print:p-0',
          )}
        >
          <RichText html={html} />
          {children}
        </div>
      </div>
    </li>
  );
};

const WAITING = {
  left: 'bg-linear-to-r from-amber-soft to-70% to-transparent',
  right: 'bg-linear-to-l from-amber-soft to-70% to-transparent',
};
