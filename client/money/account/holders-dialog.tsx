import { useState } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { isInvited, nameOf } from '../../../sync/users/entity.ts';
import { save, useRows } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { PersonName, usePeople } from '../../screens/people.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PersonPicker } from '../../ui/people-picker.tsx';
import { toast } from '../../ui/toast.tsx';

type Props = { account: Account; open: boolean; onClose: () => void };

/** The holders of an account: people join it or leave it, offline too. */
export const HoldersDialog = ({ account, open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title="Holders" subtitle="They see this account, and any of them can pay it.">
    <Holders account={account} />
  </Dialog>
);

/** People who can become holders: all that have not left. */
export const useCandidates = (except: readonly string[]) =>
  useRows('user').all.filter((user) => !user.deleted_at && !except.includes(user.id));

const Holders = ({ account }: { account: Account }) => {
  const people = usePeople();
  const users = useRows('user');
  const [chosen, setChosen] = useState<string | null>(null);
  const { submit, busy, failure, dismiss } = useSubmit(undefined, { repeat: true });
  const change = async (name: 'joinAccount' | 'leaveAccount', user_id: string, done: string) => {
    if (!(await submit(() => save(name, { id: account.id, user_id })))) return;
    setChosen(null);
    void toast(done);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ul>
        {account.holder_ids.map((id, at) => {
          const user = users.get(id);
          return (
            <li key={id} className="flex items-center justify-between gap-3 border-line border-t py-2.5">
              <span>
                <PersonName name={people.name(id)} email={people.email(id)} />
                <span className="block text-ink-3 text-sm">
                  {[at === 0 && 'Invoices are addressed to them', user && isInvited(user) && 'Invited']
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {account.holder_ids.length > 1 && (
                <Button
                  size="small"
                  onClick={() => void change('leaveAccount', id, `${people.name(id)} no longer shares this account`)}
                >
                  Remove
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Field
        label="Add a holder"
        hint="Somebody who lives at this address. Their own account must be settled; it is closed."
      >
        <PersonPicker people={useCandidates(account.holder_ids)} value={chosen} onChange={setChosen} />
      </Field>
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex justify-end">
        <Button
          variant="primary"
          busy={busy}
          disabled={!chosen}
          onClick={() => {
            const user = users.get(chosen);
            if (user) void change('joinAccount', user.id, `${nameOf(user)} shares this account now`);
          }}
        >
          Join Account
        </Button>
      </div>
    </div>
  );
};
