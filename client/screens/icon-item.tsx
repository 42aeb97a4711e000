import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** An item of a list of links, with its kind as an icon before it. */
export const IconItem = ({ icon: Icon, href, children }: { icon: LucideIcon; href: string; children: ReactNode }) => (
  <li>
    <Link href={href} className="flex min-h-11 items-start gap-x-3 px-4 py-2 -outline-offset-2 hover:bg-sunk/60">
      <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-sunk">
        <Icon aria-hidden className="size-3.75 text-ink-3" strokeWidth={1.9} />
      </span>
      {children}
    </Link>
  </li>
);
