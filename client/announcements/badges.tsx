import type { AnnouncementCategory, AnnouncementStatus } from '../../schema/announcements.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { formatLabel } from '../ui/format.ts';

/** The specification's five looks of a badge, in our tones. */
const LOOKS = {
  destructive: 'bad',
  warning: 'warn',
  default: 'ok',
  secondary: 'neutral',
  outline: undefined,
} as const satisfies Record<string, Tone | undefined>;
type Look = keyof typeof LOOKS;

const CATEGORIES: Record<AnnouncementCategory, Look> = {
  urgent: 'destructive',
  maintenance: 'warning',
  event: 'default',
  reminder: 'secondary',
  general: 'outline',
};
const STATUSES: Record<AnnouncementStatus, Look> = {
  draft: 'secondary',
  scheduled: 'warning',
  sent: 'default',
  sending: 'warning',
  failed: 'destructive',
};

export const CategoryBadge = ({ category }: { category: AnnouncementCategory }) => (
  <Word look={CATEGORIES[category]}>{formatLabel(category)}</Word>
);

export const StatusBadge = ({ status }: { status: AnnouncementStatus }) => (
  <Word look={STATUSES[status]}>{formatLabel(status)}</Word>
);

const Word = ({ look, children }: { look: Look; children: string }) => {
  const tone = LOOKS[look];
  return tone ? <Badge tone={tone}>{children}</Badge> : <Outlined>{children}</Outlined>;
};

const Outlined = ({ children }: { children: string }) => (
  <span className="inline-flex h-5.5 items-center whitespace-nowrap rounded-sm border border-line-strong px-2 font-[580] text-ink-2 text-xs">
    {children}
  </span>
);
