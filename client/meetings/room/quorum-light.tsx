import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import type { QuorumLight as Light } from '../../../sync/meetings/books.ts';
import { formatCount } from '../../ui/format.ts';

const LOOKS = {
  red: { icon: CircleX, box: 'border-red-line bg-red-soft', text: 'text-red' },
  amber: { icon: CircleAlert, box: 'border-line-strong bg-ochre-soft', text: 'text-ochre' },
  green: { icon: CircleCheck, box: 'border-transparent bg-good-soft', text: 'text-good' },
} as const;

/** "No quorum: 3 more needed", "Just enough", or "Quorum: 83 of 400, 80 needed". */
export const quorumLabel = ({ light, missing, words }: Light): string => {
  if (light === 'red') return `No quorum: ${formatCount(missing)} more needed`;
  return light === 'amber' ? 'Just enough' : words;
};

const detailsOf = ({ light, present, total, needed, units, units_total, weight, weight_total, percent }: Light) =>
  [
    light !== 'green' && `${formatCount(present)} of ${formatCount(total)}, ${formatCount(needed)} needed`,
    `${formatCount(units)} of ${formatCount(units_total)} present`,
    weight_total !== units_total && `weight ${formatCount(weight)} of ${formatCount(weight_total)}`,
    `${percent}%`,
  ]
    .filter(Boolean)
    .join(' · ');

const reachableOf = ({ reachable }: Light): string => {
  const share = `${reachable.share_percent}% of all`;
  if (reachable.two_thirds) return `Can still reach a majority, two-thirds, ${share}`;
  return reachable.majority ? `Can still reach a majority, ${share}` : `Can reach ${share}`;
};

/** The quorum with a word and an icon, beside its colour. `note` says what this device does not know. */
export const QuorumLight = ({
  quorum,
  note,
  reachable = false,
}: {
  quorum: Light;
  note?: string | null;
  reachable?: boolean;
}) => {
  const { icon: Icon, box, text } = LOOKS[quorum.light];
  return (
    <section
      aria-label="Quorum"
      className={clsx('flex items-start gap-2.5 rounded-lg border px-3.5 py-2.5 print:border-ink', box)}
    >
      <Icon aria-hidden className={clsx('mt-0.5 size-5 shrink-0', text)} />
      <div className="num min-w-0">
        <p className={clsx('font-semibold', text)}>{quorumLabel(quorum)}</p>
        <p className="text-ink-2 text-sm">{detailsOf(quorum)}</p>
        {reachable && quorum.met && <p className="text-ink-2 text-sm max-md:hidden">{reachableOf(quorum)}</p>}
        {note && <p className="text-ink-2 text-sm">{note}</p>}
      </div>
    </section>
  );
};
