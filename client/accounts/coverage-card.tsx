import { useDeferredValue, useMemo } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { centsOf } from '../../schema/dues.ts';
import { toNumber } from '../dues/form-model.ts';
import { useRows } from '../store.ts';
import { useHoaToday } from '../today.ts';
import { Card } from '../ui/card.tsx';
import { formatMoney, formatPlural } from '../ui/format.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { useBooks } from './model.ts';
import type { PaymentValues } from './record-form.ts';

/** What the payment in the form will cover, and what stays as credit, before it is recorded. */
export const CoverageCard = ({ form }: { form: UseFormReturn<PaymentValues> }) => {
  const { account_id = '', amount = '', received_on = '' } = useWatch({ control: form.control });
  const today = useHoaToday();
  const books = useBooks(account_id, today);
  const policies = useRows('policy').all;
  // The fold does not run on a keystroke.
  const cents = useDeferredValue(centsOf(toNumber(amount)));
  const coverage = useMemo(
    () =>
      account_id && cents > 0
        ? coverageOf(books, policies, { account_id, cents, on: received_on || today }, today)
        : null,
    [books, policies, account_id, cents, received_on, today],
  );
  if (!account_id) return null;
  return (
    <Card title="What It Covers">
      {coverage ? <Lines coverage={coverage} /> : <p className="text-ink-2">Enter an amount to see it.</p>}
    </Card>
  );
};

const Lines = ({ coverage: { lines, credit_cents, moved } }: { coverage: Coverage }) => (
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
          <span>Stays as credit</span>
          <span>{formatMoney(credit_cents)}</span>
        </li>
      )}
    </ul>
    {moved > 0 && <p className="pt-3 text-ochre">This changes what {formatPlural(moved, 'later payment')} cover.</p>}
  </>
);
