import type { AnnouncementCategory, AnnouncementStatus } from '../../../schema/announcements.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { formatLabel } from '../../ui/format.ts';

/** The specification's five badge variants, in our tones. */
const VARIANTS = {
  destructive: 'bad',
  warning: 'warn',
  default: 'ok',
  secondary: 'neutral',
  outline: undefined,
} as const satisfies Record<string, Tone | undefined>;
type Variant = keyof typeof VARIANTS;

const CATEGORIES: Record<AnnouncementCategory, Variant> = {
  urgent: 'destructive',
  maintenance: 'warning',
  event: 'default',
  reminder: 'secondary',
  general: 'outline',
};
const STATUSES: Record<AnnouncementStatus, Variant> = {
  draft: 'secondary',
  scheduled: 'warning',
  sent: 'default',
  sending: 'warning',
  failed: 'destructive',
};

export const CategoryBadge = ({ category }: { category: AnnouncementCategory }) => (
  <VariantBadge variant={CATEGORIES[category]}>{formatLabel(category)}</VariantBadge>
);

export const StatusBadge = ({ status }: { status: AnnouncementStatus }) => (
  <VariantBadge variant={STATUSES[status]}>{formatLabel(status)}</VariantBadge>
);

const VariantBadge = ({ variant, children }: { variant: Variant; children: string }) => {
  const tone = VARIANTS[variant];
  return tone ? <Badge tone={tone}>{children}</Badge> : <Outlined>{children}</Outlined>;
};

const Outlined = ({ children }: { children: string }) => (
  <span className="inline-flex h-5.5 items-center whitespace-nowrap rounded-sm border border-line-strong px-2 print:border-0 print:px-0 font-[580] text-ink-2 text-xs">
    {children}
  </span>
);
