import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';

type Props = {
  label: string;
  /** The accessible name, where the label alone would be that of another button. */
  name?: string;
  up: boolean | null;
  right?: boolean;
  onPress: () => void;
};

/** The head of a column that sorts by it. `up` says how the rows are sorted by it, null that they are not. */
export const SortButton = ({ label, name, up, right = false, onPress }: Props) => {
  const Arrow = up ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onPress}
      className={clsx(
        'inline-flex items-center gap-1 rounded-sm hover:text-ink touch:min-h-11 touch:min-w-11',
        right && 'flex-row-reverse',
        up !== null && 'text-ink',
      )}
    >
      {label}
      {up !== null && <Arrow aria-hidden className="size-3 print:hidden" />}
    </button>
  );
};
