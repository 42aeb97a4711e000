import { useMemo, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import type { FeePreview as Preview } from '../../../sync/ledger/fees/preview.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate, formatMoney, formatPlural } from '../../ui/format.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { holdersOf, titleOfAccount } from '../accounts.ts';
import { type LateFeeValues, lateFeeSettings } from './late-fee-values.ts';
import { checkedLateFee, useFeePreview } from './use-fee-preview.ts';

export const FeePreview = ({ form }: { form: UseFormReturn<LateFeeValues> }) => {
  const values = useWatch({ control: form.control }) as LateFeeValues;
  const typed = JSON.stringify(lateFeeSettings(values));
  const settings = useMemo(() => checkedLateFee(JSON.parse(typed)), [typed]);
  const { preview, isStale } = useFeePreview(settings, values.starts_on);
  return (
    <section aria-labelledby="fee-preview" className="rounded-md border border-line bg-sunk px-3.5 py-3">
      <h3 id="fee-preview" className="font-semibold">
        Preview
      </h3>
      {settings === null ? (
        <p className="text-ink-2">Complete the fields above to see who would be charged.</p>
      ) : preview === null ? (
        <p aria-busy="true" className="text-ink-3">
          Calculating…
        </p>
      ) : (
        <div aria-busy={isStale || undefined} className={isStale ? 'opacity-60' : undefined}>
          <Ahead preview={preview} />
          <p className="num pt-2.5 text-ink-2">{lastYear(preview)}</p>
        </div>
      )}
    </section>
  );
};

const lastYear = ({ last_year: { count, cents, homes } }: Preview): string =>
  count === 0
    ? 'Over the last 12 months this rule would have charged nothing.'
    : `Over the last 12 months this rule would have charged ${formatPlural(count, 'late fee')} of ${formatMoney(cents)} in all, to ${formatPlural(homes, 'home')}.`;

const SHOWN = 8;
const HEADS = ['Home', ['Holders', 'max-md:hidden'], 'When', ['Late fees', 'text-right']] as const;

const Ahead = ({ preview: { next, next_cents, next_homes } }: { preview: Preview }) => {
  const [isAll, setAll] = useState(false);
  if (next_homes === 0) return <p className="text-ink-2">No home will be charged a late fee in the next 60 days.</p>;
  const rows = next.toSorted((a, b) => b.cents - a.cents);
  return (
    <>
      <p className="num" role="status">
        In the next 60 days, <b className="font-semibold">{formatMoney(next_cents)}</b> in late fees will be charged to{' '}
        <b className="font-semibold">{formatPlural(next_homes, 'home')}</b> if no one pays before then:
      </p>
      <PlainTable caption="Late fees in the next 60 days" className="mt-1.5" heads={HEADS}>
        <tbody>
          {rows.slice(0, isAll ? rows.length : SHOWN).map((fees) => (
            <Fees key={fees.account_id} {...fees} />
          ))}
        </tbody>
      </PlainTable>
      {rows.length > SHOWN && !isAll && (
        <Button size="small" className="mt-1.5" onClick={() => setAll(true)}>
          Show All {rows.length}
        </Button>
      )}
    </>
  );
};

const Fees = ({ account_id, cents, fees }: Preview['next'][number]) => {
  const people = usePeople();
  const account = useRows('account').get(account_id);
  return (
    <tr className="border-line border-t [&>*]:py-1.5 [&>*]:pr-3 [&>*]:align-top">
      <th scope="row" className="text-left font-normal [overflow-wrap:anywhere]">
        <Link href={paths.account(account_id)} className="text-ink hover:underline">
          {account ? titleOfAccount(people, account) : 'Account'}
        </Link>
      </th>
      <td className="text-ink-2 [overflow-wrap:anywhere] max-md:hidden">{account && holdersOf(people, account)}</td>
      <td className="text-ink-2">{fees.map(({ on }) => formatDate(on)).join(', ')}</td>
      <td className="pr-0! text-right">{formatMoney(cents)}</td>
    </tr>
  );
};
