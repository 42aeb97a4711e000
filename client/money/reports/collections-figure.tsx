import { useMemo } from 'react';
import { type CollectionAccount, type CollectionFigure, collectionParts } from '../../../sync/ledger/collections.ts';
import { useRows } from '../../device/store.ts';
import { usePeople } from '../../screens/people.tsx';
import { formatDate } from '../../ui/format.ts';
import { useLast } from '../../ui/frozen.ts';
import { titleOfAccount } from '../account/model.ts';
import { FigureDialog } from '../owed/figure-dialog.tsx';
import { FIGURE_LABELS, monthName } from './collections-table.tsx';

export type OpenedFigure = { month: string; figure: CollectionFigure };

type Props = {
  opened: OpenedFigure | null;
  books: readonly CollectionAccount[];
  as_of: string;
  onClose: () => void;
};

/** The parts of a figure of a month, of all accounts. */
export const CollectionsFigure = ({ opened, books, as_of, onClose }: Props) => {
  const subject = useLast(opened);
  const payments = useRows('payment');
  const accounts = useRows('account');
  const people = usePeople();
  const figure = useMemo(() => {
    const parts = subject ? collectionParts(books, { ...subject, as_of }) : [];
    const [month, name] = subject ? [monthName(subject.month, 'long'), subject.figure] : ['', 'charged' as const];
    return {
      label: `${WORDS[name] ?? `${FIGURE_LABELS[name]} in`} ${month}`,
      of: `All accounts, as of ${formatDate(as_of)}`,
      cents: parts.reduce((sum, { cents }) => sum + cents, 0),
      parts,
    };
  }, [subject, books, as_of]);
  const known = useMemo(() => {
    const found = figure.parts.flatMap(({ entry }) => payments.get(entry.payment_id) ?? []);
    return { payments: new Map(found.map((payment) => [payment.id, payment])) };
  }, [figure, payments]);
  const nameOf = (id: string) => {
    const account = accounts.get(id);
    return account ? titleOfAccount(people, account) : '';
  };
  return <FigureDialog figure={figure} open={opened !== null} books={known} nameOf={nameOf} onClose={onClose} />;
};

const WORDS: Partial<Record<CollectionFigure, string>> = {
  due: 'Fell due in',
  covered: 'Covered of what fell due in',
};
