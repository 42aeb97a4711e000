import { formatMoney, formatPlural } from '../../ui/format.ts';
import type { Coverage } from './coverage.ts';

export const CoverageLines = ({ coverage: { lines, credit_cents, moved } }: { coverage: Coverage }) => (
  <>
    <ul className="num grid gap-1.5">
      {lines.map(({ id, title, cents }) => (
        <li key={id} className="flex justify-between gap-3">
          <span className="[overflow-wrap:anywhere]">{title}</span>
          <span>{formatMoney(cents)}</span>
        </li>
      ))}
      {credit_cents > 0 && (
        <li className="flex justify-between gap-3 text-ink-2">
          <span>Kept as credit</span>
          <span>{formatMoney(credit_cents)}</span>
        </li>
      )}
    </ul>
    {moved > 0 && (
      <p className="pt-3 text-ochre">
        This changes what {formatPlural(moved, 'later payment')} {moved === 1 ? 'covers' : 'cover'}.
      </p>
    )}
  </>
);
