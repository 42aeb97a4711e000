import { clsx } from 'clsx';
import { initialsOf } from './format.ts';

type Props = { name: string; email?: string; tone?: 'pine' | 'grey'; size?: 'normal' | 'large' };

/** Hidden from screen readers, because the name is always shown beside it. */
export const Avatar = ({ name, email, tone = 'pine', size = 'normal' }: Props) => (
  <span
    aria-hidden
    className={clsx(
      'grid shrink-0 select-none place-items-center rounded-full font-semibold print:hidden',
      size === 'large' ? 'size-14 text-xl' : 'size-7 text-[0.6875rem]',
      tone === 'grey' ? 'bg-grey-soft text-ink-2' : 'bg-pine-soft text-pine-text',
    )}
  >
    {initialsOf(name, email)}
  </span>
);
