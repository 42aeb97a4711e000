import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import { Button } from '../ui/button.tsx';
import { formatMoney } from '../ui/format.ts';
import { WaitingMark } from './waiting.tsx';

type Props = { href: string; weight?: string; children: ReactNode };

/** The link of a row to its record; J and K move between these. */
export const RowLink = ({ href, weight = 'font-[560]', children }: Props) => (
  <Link
    href={href}
    data-row
    className={clsx('mr-2 scroll-my-20 text-ink hover:underline touch:-my-3.5 touch:inline-block touch:py-3.5', weight)}
  >
    {children}
  </Link>
);

type RowTitleProps = { href: string; waiting?: OutboxItem | undefined; children: ReactNode };

export const RowTitle = ({ href, waiting, children }: RowTitleProps) => (
  <span className="[overflow-wrap:anywhere]">
    <RowLink href={href}>{children}</RowLink>
    <WaitingMark item={waiting} />
  </span>
);

export const ViewButton = ({ href }: { href: string }) => {
  const [, navigate] = useLocation();
  return (
    <Button size="small" onClick={() => navigate(href)}>
      View
    </Button>
  );
};

/** A row on phones: the whole card is the link to the record. */
export const RowCard = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} data-row className="-mx-4 -my-3 grid gap-1.5 px-4 py-3 -outline-offset-2">
    {children}
  </Link>
);

/** The first line of a card: what it is, and its amount. */
export const CardHead = ({ title, amount_cents }: { title: string; amount_cents: number }) => (
  <span className="flex items-baseline justify-between gap-3">
    <span className="font-[590] [overflow-wrap:anywhere]">{title}</span>
    <span className="num font-[590]">{formatMoney(amount_cents)}</span>
  </span>
);
