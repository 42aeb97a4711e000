import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

type Props = {
  label: string;
  tabs: readonly { label: string; panel: ReactNode }[];
  selected: number;
  onSelect: (index: number) => void;
};

/** Only the open panel is mounted. A library's tabs would add 9 KB to a list's first load. */
export const Tabs = ({ label, tabs, selected, onSelect }: Props) => {
  const id = useId();
  const press = (event: KeyboardEvent) => {
    const next = targetOf(event.key, selected, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    document.getElementById(`${id}tab${next}`)?.focus();
    onSelect(next);
  };
  return (
    <div className="max-md:-mt-2">
      <div role="tablist" aria-label={label} className="flex flex-wrap gap-x-5 border-line border-b max-md:gap-x-3.5">
        {tabs.map((tab, index) => (
          <button
            key={tab.label}
            id={`${id}tab${index}`}
            type="button"
            role="tab"
            {...(index === selected
              ? { 'aria-selected': true, 'aria-controls': `${id}panel` }
              : { 'aria-selected': false, tabIndex: -1, onClick: () => onSelect(index) })}
            onKeyDown={press}
            className={clsx(TAB, index === selected ? SELECTED : OTHER)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div key={selected} id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}tab${selected}`} className={PANEL}>
        {tabs[selected]?.panel}
      </div>
    </div>
  );
};

const TAB = '-mb-px h-9 min-w-11 border-b-2 font-medium transition-colors hover:text-ink touch:h-11';

const PANEL = 'grid grid-cols-[minmax(0,1fr)] gap-4.5 pt-4 max-md:gap-3 max-md:pt-3';
const SELECTED = 'border-pine text-ink';
const OTHER = 'border-transparent text-ink-2 print:hidden';

const targetOf = (key: string, from: number, count: number): number | undefined =>
  ({ ArrowRight: (from + 1) % count, ArrowLeft: (from + count - 1) % count, Home: 0, End: count - 1 })[key];
