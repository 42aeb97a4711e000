import { clsx } from 'clsx';
import type { RequestComment } from '../../schema/requests.ts';
import { canManage } from '../../sync/requests.ts';
import { useUser } from '../session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Tag, Waiting } from '../ui/badge.tsx';
import { formatDateTime } from '../ui/format.ts';
import { RichText } from '../ui/rich-text.tsx';
import { useWaiting } from './waiting.ts';

const STATES = { device: 'saved on this device, waiting to send', memory: 'not yet saved' };

/** One message of a thread. Residents see staff as the server named them. */
export const Message = ({ comment }: { comment: RequestComment }) => {
  const board = canManage(useUser());
  const unsent = useWaiting().get(comment.id);
  return (
    <li className={clsx('flex gap-3 border-line border-t px-4.5 py-4 first:border-t-0', unsent && WAITING)}>
      <Avatar name={comment.author_name} tone={comment.is_staff ? 'grey' : 'pine'} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{comment.author_name}</span>
          {board && comment.is_staff && <Tag>Staff</Tag>}
          {!comment.is_public && <Tag>Board only</Tag>}
          {unsent ? (
            <Waiting>{STATES[unsent.state]}</Waiting>
          ) : (
            <time dateTime={comment.created_at} className="num text-ink-3 text-sm">
              {formatDateTime(comment.created_at)}
            </time>
          )}
        </p>
        <RichText html={comment.message} className="mt-0.5" />
      </div>
    </li>
  );
};

const WAITING = 'bg-linear-to-r from-lamp-soft to-70% to-transparent';
