import { Download } from 'lucide-react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { accountStatement } from '../../../sync/ledger/statement.ts';
import { statementCells } from '../../../sync/ledger/statement-csv.ts';
import { useRows } from '../../device/store.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import { usePeople } from '../../screens/people.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { LOADER, titleOfAccount, useAccountPlace } from '../accounts.ts';
import { PeriodControls, StatementSheet } from './statement-parts.tsx';
import { useStatementPeriod } from './statement-period.ts';

/** /accounts/:id/statement */
const StatementScreen = () => (
  <RecordLoader {...LOADER}>{(account) => <AccountStatementView account={account} />}</RecordLoader>
);

export default StatementScreen;

const AccountStatementView = ({ account }: { account: Account }) => {
  const people = usePeople();
  const entries = useRows('entry').by('account_id', account.id);
  const payments = useRows('payment').by('account_id', account.id);
  const chosen = useStatementPeriod([account.opened_on, ...entries.map((entry) => entry.effective_on)].sort()[0]!);
  const title = titleOfAccount(people, account);
  const place = useAccountPlace(account);
  const save = () => {
    const statement = accountStatement(entries, chosen, { hide_corrections: chosen.hide });
    const [header = [], ...lines] = statementCells(
      statement,
      new Map(payments.map((payment) => [payment.id, payment])),
    );
    return exportCsv(`statement ${title}`, header, lines);
  };
  return (
    <>
      <Breadcrumb entries={[place, { label: 'Statement' }]} />
      <PageHeader
        title="Statement"
        documentTitle={`Statement: ${title}`}
        subtitle="What was charged, what was paid, and what is left"
        actions={
          <span className="contents print:hidden">
            <LinkButton href={place.href}>{place.back}</LinkButton>
            <PrintButton />
            <Button icon={Download} onClick={() => void save()}>
              Export CSV
            </Button>
          </span>
        }
      />
      <PeriodControls chosen={chosen} />
      <Card>
        <StatementSheet account={account} period={chosen} />
      </Card>
    </>
  );
};
