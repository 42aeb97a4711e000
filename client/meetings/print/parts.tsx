import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { useRows } from '../../device/store.ts';
import { PrintLogo } from '../../screens/print-logo.tsx';
import { KIND_LABELS } from '../model.ts';
import { ownerNames } from '../people.ts';
import { useHoaTime } from '../time.ts';

/** One paper, which begins on a page of its own. */
export const Sheet = ({ meeting, title, children }: { meeting: Meeting; title: string; children: ReactNode }) => {
  const hoa = useRows('hoa').all[0];
  const time = useHoaTime();
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-card px-6 py-5 shadow-card not-last:break-after-page max-md:-mx-4 max-md:rounded-none max-md:border-x-0 max-md:px-4 print:mx-0! print:border-0 print:p-0!">
      <header className="border-ink border-b-2 pb-2">
        <PrintLogo />
        <p className="font-semibold">{hoa?.name}</p>
        <h2 className="font-[640] text-xl">{title}</h2>
        <p>
          {meeting.title}
          {meeting.title !== KIND_LABELS[meeting.kind] && ` (${KIND_LABELS[meeting.kind]})`}
        </p>
        <p>{[time.long(meeting.starts_at), meeting.place].filter(Boolean).join(' · ')}</p>
      </header>
      {children}
    </article>
  );
};

/** On a phone the paper is wider than the screen. */
export const TABLE =
  'w-full border-collapse max-md:block max-md:overflow-x-auto print:table! print:overflow-visible! [&_:is(th,td)]:border [&_:is(th,td)]:border-line-strong [&_:is(th,td)]:px-2! [&_:is(th,td)]:py-1.5 [&_td]:align-top [&_th]:text-left [&_th]:align-bottom [&_th]:font-semibold';

/** A line to write on, or what is known. */
export const Line = ({
  label,
  value,
  hint,
}: {
  label: string;
  value?: string | undefined;
  hint?: string | undefined;
}) => (
  <div className="break-inside-avoid">
    <p className="min-h-8 border-ink-2 border-b pt-3 font-semibold">{value}</p>
    <p className="text-sm">
      {label}
      {hint && `. ${hint}`}
    </p>
  </div>
);

const SHORT = 20;

/** Boxes to tick with a pen. */
export const Boxes = ({ labels, isInline = false }: { labels: readonly string[]; isInline?: boolean }) => (
  <ul className={clsx('flex', isInline ? 'gap-6' : 'flex-col gap-0.5')}>
    {labels.map((label) => (
      <li key={label} className={clsx('flex gap-1.5', label.length < SHORT && 'whitespace-nowrap')}>
        <span aria-hidden className="mt-0.75 size-3.5 shrink-0 border border-ink-2" />
        {label}
      </li>
    ))}
  </ul>
);

export const NoRoll = () => <p>The roll is not frozen yet.</p>;

export const ownersOf = ({ owners }: Pick<RollUnit, 'owners'>): string => ownerNames(owners);

/** In the order of the roll, without what was withdrawn from it. */
export const votersOf = ({ roll }: MeetingBooks): RollUnit[] =>
  roll.filter(({ removed_at }) => !removed_at).toSorted((a, b) => a.position - b.position);
