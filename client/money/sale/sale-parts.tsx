import type { Account } from '../../../schema/tables/accounts.ts';
import type { Invoice } from '../../../schema/tables/invoices.ts';
import { usePeople } from '../../screens/people.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { holdersOf } from '../accounts.ts';
import type { SaleResult, SaleValues } from './sale-preview.ts';

type IssuedProps = { invoices: readonly Invoice[]; chosen: readonly string[]; onChange: (ids: string[]) => void };

/** The periods sent since the sale: each stays with the seller, unless it is reversed and issued to the buyer. */
export const IssuedChoice = ({ invoices, chosen, onChange }: IssuedProps) =>
  invoices.length > 0 && (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">Invoices sent since then</legend>
      <p className="text-ink-2">
        Checked invoices are reversed and reissued to the buyer. The others stay with the seller.
      </p>
      {invoices.map(({ id, title, period, amount_cents, status }) => (
        <div key={id} className="num flex items-start justify-between gap-3">
          <Checkbox
            label={title}
            hint={`sent ${formatDate(period)}${status === 'paid' ? ', paid: the money becomes the seller’s credit' : ''}`}
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
          <span>{formatMoney(amount_cents)}</span>
        </div>
      ))}
    </fieldset>
  );

type PreviewProps = { account: Account; values: SaleValues; preview: SaleResult };

export const SalePreview = ({ account, values, preview }: PreviewProps) => {
  const people = usePeople();
  const { seller_cents, buyer_cents, dues, elsewhere } = preview;
  const buyers = holdersOf(people, { holder_ids: [...values.buyer_ids] }) || 'The buyer';
  return (
    <Card title="After the Sale">
      <ul className="num grid gap-2">
        <Side who={holdersOf(people, account)} cents={seller_cents} what={`closed on ${formatDate(values.on)}`} />
        <Side who={buyers} cents={buyer_cents} what={`open from ${formatDate(values.on)}`} />
      </ul>
      {dues.length > 0 && (
        <p className="pt-3 text-ink-2">
          {buyers} {values.buyer_ids.length > 1 ? 'are' : 'is'} billed for {dues.map(({ title }) => title).join(', ')}{' '}
          from that day on.
        </p>
      )}
      {elsewhere && (
        <p className="pt-3 text-ochre">
          {people.name(values.buyer_ids[0] ?? null)} already has an account for {people.address(elsewhere)}. A due for
          people you chose bills them once per period, not once per home.
        </p>
      )}
      <p className="pt-3 text-ink-3 text-sm">
        The seller can still view and pay the closed account. The buyer can’t see it.
      </p>
    </Card>
  );
};

const Side = ({ who, cents, what }: { who: string; cents: number; what: string }) => (
  <li className="flex justify-between gap-3">
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {who} <span className="block text-ink-3 text-sm">{what}</span>
    </span>
    <span className="text-right font-[590]">
      {formatMoney(Math.abs(cents))}
      <span className="block font-normal text-ink-3 text-sm">{cents > 0 ? 'owed' : cents < 0 ? 'credit' : ''}</span>
    </span>
  </li>
);
