import { useMemo } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { mailingAddress, placeLine } from '../../../sync/hoas/contact.ts';
import { accountStatement } from '../../../sync/ledger/statement.ts';
import { useRows } from '../../device/store.ts';
import { usePeople } from '../../screens/people.tsx';
import { Button } from '../../ui/button.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate, formatDateTime } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { holdersOf, useBooks } from '../accounts.ts';
import type { StatementPeriod, useStatementPeriod } from './statement-period.ts';
import { StatementTable } from './statement-table.tsx';

export const StatementSheet = ({ account, period }: { account: Account; period: StatementPeriod }) => {
  const { from, to, known_at, hide } = period;
  const hoa = useRows('hoa').all[0];
  const books = useBooks(account.id, to, known_at);
  const statement = useMemo(
    () => accountStatement(books.list, { from, to, known_at }, { hide_corrections: hide }),
    [books.list, from, to, known_at, hide],
  );
  return (
    <>
      <Parties account={account} from={from ?? statement.lines[0]?.entry.effective_on ?? to} to={to} />
      <StatementTable statement={statement} books={books} from={from} to={to} />
      {statement.closing_cents > 0 && (
        <p className="pt-4">
          Pay online under My Account at {location.host}, or by check payable to {hoa?.name}.
        </p>
      )}
      <p className="num pt-2 text-ink-3 text-sm">
        As of {formatDate(to)}, with what was recorded by {formatDateTime(known_at)}.
      </p>
    </>
  );
};

const Parties = ({ account, from, to }: { account: Account; from: string; to: string }) => {
  const people = usePeople();
  const hoa = useRows('hoa').all[0];
  const place = placeLine(hoa ?? {});
  const home = people.address(account);
  return (
    <div className="flex flex-wrap justify-between gap-x-8 gap-y-3 pb-4 [overflow-wrap:anywhere]">
      <p>
        <b className="block font-semibold">{holdersOf(people, account)}</b>
        <span className="block">{home}</span>
        {home && <span className="block">{place}</span>}
      </p>
      <p className="md:text-right print:text-right">
        <b className="block font-semibold">{hoa?.name}</b>
        {mailingAddress(hoa ?? {}).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        <span className="num block text-ink-2">
          {formatDate(from)} to {formatDate(to)}
        </span>
      </p>
    </div>
  );
};

export const PeriodControls = ({ chosen }: { chosen: ReturnType<typeof useStatementPeriod> }) => {
  const { period, options, hide, known_on, set } = chosen;
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden">
      <Field label="Period" className="w-36">
        <Select value={period} onChange={(next) => set('period', next)} options={options} />
      </Field>
      <Field label="Recorded by" className="w-44">
        <DatePicker
          value={known_on}
          onChange={(day) => set('known', day)}
          placeholder="Now"
          clear={{ label: 'Recorded to date', run: () => set('known', null) }}
        />
      </Field>
      <Button onClick={() => set('hide-corrections', hide ? null : 'true')} aria-pressed={hide}>
        Hide Corrections
      </Button>
    </div>
  );
};
