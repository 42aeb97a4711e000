import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PageHeader } from '../ui/page.tsx';

/** A narrow screen of the signed-out: its heading, and what stands under it. */
export const Frame = ({
  title,
  documentTitle,
  subtitle,
  children,
}: {
  title: string;
  documentTitle?: string;
  subtitle?: ReactNode;
  children?: ReactNode;
}) => (
  <div className="mx-auto grid w-full max-w-sm grid-cols-[minmax(0,1fr)] gap-4.5">
    <PageHeader title={title} subtitle={subtitle} {...(documentTitle && { documentTitle })} />
    {children}
  </div>
);

/** A link on a line of its own. */
export const TextLink = ({ href, children }: { href: string; children: string }) => (
  <Link
    href={href}
    className="justify-self-center rounded-sm px-1 py-0.5 font-medium text-pine-text hover:underline max-md:py-2.5"
  >
    {children}
  </Link>
);
