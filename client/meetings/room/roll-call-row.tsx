import { clsx } from 'clsx';
import { Lock, TriangleAlert } from 'lucide-react';
import { memo, useEffect, useEffectEvent, useRef } from 'react';
import { CHOICES, type Choice } from '../../../schema/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatCount } from '../../ui/format.ts';
import { CHOICE_WORDS } from '../room-words.ts';
import { Segments } from './parts.tsx';
import type { Bound } from './votes.ts';

const OPTIONS = CHOICES.map((value) => ({ value, label: CHOICE_WORDS[value] }));

type Props = {
  unit: RollUnit;
  holder: string | null;
  choice: Choice | null;
  bound: Bound | null;
  isContested: boolean;
  isCurrent: boolean;
  onCurrent: (id: string) => void;
  onMark: (unit: RollUnit, choice: Choice) => void;
};

/** A unit with For, Against and Abstain. Drawn again only where something about it changed. */
export const Row = memo(({ holder, onCurrent, ...mark }: Props) => {
  const { unit, isContested, isCurrent } = mark;
  const row = useRef<HTMLLIElement>(null);
  useFollow(row, isCurrent);
  return (
    <li
      ref={row}
      aria-current={isCurrent || undefined}
      onFocus={() => onCurrent(unit.id)}
      className={clsx(
        'flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-line border-t border-l-3 px-3 py-2 [contain-intrinsic-height:3.25rem] [content-visibility:auto] first:border-t-0',
        isCurrent ? 'border-l-pine bg-pine-soft' : 'border-l-transparent',
      )}
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-medium">{unit.label}</span>
        {unit.weight !== 1 && <span className="num text-ink-3 text-sm"> · weight {formatCount(unit.weight)}</span>}
        {holder && <span className="block text-ink-3 text-sm">By proxy: {holder}</span>}
        {isContested && (
          <span className="flex items-center gap-1.5 text-red text-sm">
            <TriangleAlert aria-hidden className="size-3.5" />
            Contested: the desks marked it differently. Choose which one counts.
          </span>
        )}
      </span>
      <Mark {...mark} />
    </li>
  );
});

const Mark = ({ unit, choice, bound, isContested, onMark }: Omit<Props, 'holder' | 'onCurrent'>) =>
  bound && bound !== 'directed' ? (
    <Badge tone="warn">{BOUND_WORDS[bound]}</Badge>
  ) : (
    <span className="flex items-center gap-2">
      {bound && (
        <span className="flex items-center gap-1 text-ink-3 text-sm">
          <Lock aria-hidden className="size-3.5" /> Directed
        </span>
      )}
      <Segments
        label={unit.label}
        options={OPTIONS}
        value={isContested ? null : choice}
        disabled={bound !== null}
        onChange={(next) => onMark(unit, next)}
      />
    </span>
  );

const BOUND_WORDS = {
  reworded: 'Not voting: the wording was amended',
  quorum: 'Not voting: proxy for quorum only',
} as const;

/** The list, not the page, scrolls to the next row; the focus goes with it, where it was in the list. */
const useFollow = (row: { current: HTMLLIElement | null }, isCurrent: boolean) => {
  const follow = useEffectEvent(() => {
    const list = row.current?.parentElement;
    if (!list || !row.current) return;
    const { offsetTop, offsetHeight } = row.current;
    if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = offsetTop - list.clientHeight / 3;
    if (!list.contains(document.activeElement) || row.current.contains(document.activeElement)) return;
    row.current.querySelector<HTMLElement>('[role="radio"][tabindex="0"]')?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (isCurrent) follow();
  }, [isCurrent]);
};
