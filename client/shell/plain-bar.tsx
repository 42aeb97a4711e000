import { Link } from 'wouter';
import { paths } from '../paths.ts';
import { Mark } from './mark.tsx';

const PlainBar = () => (
  <header className="flex h-13 items-center justify-between gap-3 border-line px-4 md:border-b md:bg-card md:px-5">
    <span className="flex items-center gap-2.25 font-[650] text-[0.9375rem] tracking-[-0.02em]">
      <Mark />
      Porchlight
    </span>
    <Link
      href={paths.support()}
      className="rounded-md px-2.5 py-1.5 font-medium text-ink-2 hover:bg-sunk hover:text-ink max-md:py-2.75"
    >
      Support
    </Link>
  </header>
);

export default PlainBar;
