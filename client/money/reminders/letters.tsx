import { Mail } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { mailingAddress, placeLine } from '../../../sync/hoas/contact.ts';
import { ConfirmChange } from '../../forms/confirm-change.tsx';
import './letters.css';
import { useSearchParams } from '../../device/location.ts';
import { save, useAreComplete, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { formatDate, formatDateLong, formatMoney, formatPlural } from '../../ui/format.ts';
import { EmptyState, SkeletonRows } from '../../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { type Letter, useLetters } from './model.ts';

/** /accounts/letters: letters to print in one job, those that the rules ask for, or to the accounts of `?accounts=`. */
const Letters = () => {
  const params = useSearchParams();
  const asked = useMemo(() => params.get('accounts')?.split(',').filter(Boolean) ?? [], [params]);
  const letters = useLetters(asked);
  const isHere = useAreComplete(NEEDED);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = letters.filter(({ account }) => !left.has(account.id));
  return (
    <>
      <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Letters' }]} />
      <PageHeader
        title="Letters"
        subtitle="Reminders to print, one per page. Addresses fit a #10 window envelope."
        actions={
          <>
            <LinkButton href={paths.moneyRules()}>Money Rules</LinkButton>
            {letters.length > 0 && (
              <Button variant="primary" disabled={chosen.length === 0} onClick={() => print()}>
                Print {formatPlural(chosen.length, 'Letter')}
              </Button>
            )}
          </>
        }
      />
      {!isHere ? (
        <SkeletonRows rows={4} />
      ) : letters.length === 0 ? (
        <EmptyState icon={Mail} title="No letters to print" hint="Letters to print appear here." />
      ) : (
        <LetterTable letters={letters} left={left} onChange={setLeft} />
      )}
      <Pages letters={chosen} />
      <MarkAsPrinted letters={chosen} />
    </>
  );
};

export default Letters;

const NEEDED = ['entry', 'reminder'] as const;

/** Asked after printing. */
const MarkAsPrinted = ({ letters }: { letters: readonly Letter[] }) => {
  const { asking, setAsking } = useAskedAfterPrint(letters);
  const steps = letters.flatMap(({ reminder }) => (reminder ? [reminder.id] : []));
  const count = formatPlural(steps.length, 'letter');
  return (
    <ConfirmChange
      open={asking}
      onClose={() => setAsking(false)}
      title="Letters Printed"
      confirm="Mark as Printed"
      busyLabel="Marking…"
      variant="primary"
      write={() => save('printReminders', { ids: steps })}
      said={`${count} marked as printed`}
      fallback="The letters could not be marked. Please try again."
    >
      Mark {count} as printed? Printed letters are marked as sent and leave this list.
    </ConfirmChange>
  );
};

/** After the print dialog of the browser was there, however it was closed. */
const useAskedAfterPrint = (chosen: readonly Letter[]) => {
  const [asking, setAsking] = useState(false);
  const hasSteps = chosen.some(({ reminder }) => reminder !== null);
  useEffect(() => {
    if (!hasSteps) return;
    const ask = () => setAsking(true);
    addEventListener('afterprint', ask);
    return () => removeEventListener('afterprint', ask);
  }, [hasSteps]);
  return { asking, setAsking };
};

type TableProps = {
  letters: readonly Letter[];
  left: ReadonlySet<string>;
  onChange: (left: ReadonlySet<string>) => void;
};

const LetterTable = ({ letters, left, onChange }: TableProps) => {
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  const box = ({ account, names, home }: Letter) => (
    <label className="-m-2 inline-grid size-9 place-items-center touch:size-11">
      <input
        type="checkbox"
        aria-label={`Print the letter to ${names.join(' and ') || home}`}
        checked={!left.has(account.id)}
        onChange={() => toggle(account.id)}
      />
    </label>
  );
  return (
    <Table
      caption="Letters"
      columns={[{ header: '', name: 'Print', className: 'w-8', cell: box }, ...COLUMNS]}
      rows={letters}
      rowKey={({ account }) => account.id}
      renderCard={(letter) => (
        <div className="flex items-start gap-3">
          {box(letter)}
          <div className="grid min-w-0 flex-1 gap-1">
            <span className="flex items-baseline justify-between gap-3">
              <span className="font-[590] [overflow-wrap:anywhere]">{letter.names.join(' and ') || letter.home}</span>
              <span className="num font-[590]">{formatMoney(letter.dues.due_cents)}</span>
            </span>
            <span className="text-ink-2 text-sm [overflow-wrap:anywhere]">
              {[letter.home, letter.subject].filter(Boolean).join(' · ')}
            </span>
          </div>
        </div>
      )}
    />
  );
};

const COLUMNS: Column<Letter>[] = [
  {
    header: 'To',
    main: true,
    className: 'min-w-40 [overflow-wrap:anywhere]',
    cell: ({ names, home }) => names.join(' and ') || home,
  },
  { header: 'Home', className: '[overflow-wrap:anywhere]', cell: ({ home }) => home || '–' },
  { header: 'Letter', className: '[overflow-wrap:anywhere]', fold: 'lg', cell: ({ subject }) => subject },
  { header: 'Due since', className: 'num whitespace-nowrap', cell: ({ dues }) => formatDate(dues.due_on) },
  { header: 'Due', align: 'right', cell: ({ dues }) => formatMoney(dues.due_cents) },
];

/** On paper alone. */
const Pages = ({ letters }: { letters: readonly Letter[] }) => {
  const hoa = useRows('hoa').all[0];
  const today = useHoaToday();
  const place = placeLine(hoa ?? {});
  if (letters.length === 0) return null;
  return (
    <div className="letters" aria-hidden>
      {letters.map(({ account, names, home, subject, text }) => (
        <article key={account.id}>
          <p>
            <b>{hoa?.name}</b>
            {[...mailingAddress(hoa ?? {}), hoa?.email, hoa?.phone].map((line) => (
              <span key={line} className="block truncate">
                {line}
              </span>
            ))}
          </p>
          <p className="num pt-3">{formatDateLong(today)}</p>
          <address>
            {names.slice(0, 2).map((name) => (
              <span key={name} className="block truncate">
                {name}
              </span>
            ))}
            <span className="block truncate">{home}</span>
            <span className="block truncate">{home && place}</span>
          </address>
          <div className="body">
            <p className="pb-3 font-semibold">{subject}</p>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
            <p className="pt-5">{hoa?.name}</p>
          </div>
        </article>
      ))}
    </div>
  );
};
