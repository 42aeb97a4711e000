import { type ReactNode, useState } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { isInvited, nameOf } from '../../../sync/users/entity.ts';
import { save, useRows } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { PersonPicker } from '../../forms/people-pickers.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { PersonName, usePeople } from '../../screens/people.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useCandidates } from '../accounts.ts';

type AccountProps = { account: Account };
type Props = AccountProps & { open: boolean; onClose: () => void };

export const HoldersDialog = ({ account, open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title="Holders" subtitle="All holders can see and pay this account.">
    <Holders account={account} />
  </Dialog>
);

const Holders = ({ account }: AccountProps) => {
  const { holder_ids } = account;
  const submission = useChange();
  const people = usePeople();
  const leave = async (user_id: string) => {
    if (await submission.submit(() => save('leaveAccount', { id: account.id, user_id })))
      void toast(`${people.name(user_id)} no longer shares this account`);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ul>
        {holder_ids.map((id, at) => (
          <Holder key={id} id={id} isFirst={at === 0}>
            {holder_ids.length > 1 && (
              <Button size="small" onClick={() => void leave(id)}>
                Remove
              </Button>
            )}
          </Holder>
        ))}
      </ul>
      <JoinForm account={account} {...submission} />
    </div>
  );
};

type HolderProps = { id: string; isFirst: boolean; children: ReactNode };

const Holder = ({ id, isFirst, children }: HolderProps) => {
  const people = usePeople();
  const user = useRows('user').get(id);
  const facts = [isFirst && 'Invoices are addressed to them', user && isInvited(user) && 'Invited'];
  return (
    <li className="flex items-center justify-between gap-3 border-line border-t py-2.5">
      <span>
        <PersonName name={people.name(id)} email={people.email(id)} />
        <span className="block text-ink-3 text-sm">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {children}
    </li>
  );
};

const useChange = () => useSubmit(undefined, { repeat: true });

type JoinProps = AccountProps & ReturnType<typeof useChange>;

const JoinForm = ({ account: { id, holder_ids }, submit, busy, failure, dismiss }: JoinProps) => {
  const users = useRows('user');
  const [chosen, setChosen] = useState<string | null>(null);
  const join = async () => {
    const joining = users.get(chosen);
    if (!joining || !(await submit(() => save('joinAccount', { id, user_id: joining.id })))) return;
    setChosen(null);
    void toast(`${nameOf(joining)} now shares this account`);
  };
  return (
    <>
      <Field
        label="Add a holder"
        hint="Someone who lives at this address. Their own account must be settled and will be closed."
      >
        <PersonPicker people={useCandidates(holder_ids)} value={chosen} onChange={setChosen} />
      </Field>
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex justify-end">
        <Button variant="primary" busy={busy} disabled={!chosen} onClick={() => void join()}>
          Join Account
        </Button>
      </div>
    </>
  );
};
