import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import type { Account } from '../../../schema/tables/accounts.ts';
import { save, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format.ts';
import { Textarea } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { HoldersDialog } from './holders-dialog.tsx';
import { holdersOf } from './model.ts';

/** What the board keeps of an account: who holds it, what it follows, fees, mails and a note. */
const AccountSettings = ({ account }: { account: Account }) => {
  const [opened, setOpened] = useState<'holders' | 'settings' | null>(null);
  const people = usePeople();
  const accounts = useRows('account');
  const before = accounts.get(account.follows);
  const after = accounts.all.find(({ follows }) => follows === account.id);
  const today = useHoaToday();
  const isOpen = account.status === 'open';
  const close = () => setOpened(null);
  return (
    <Card
      title="About This Account"
      className="print:hidden"
      actions={
        <span className="flex flex-wrap justify-end gap-2">
          {isOpen && (
            <Button size="small" onClick={() => setOpened('holders')}>
              Holders
            </Button>
          )}
          <Button size="small" onClick={() => setOpened('settings')}>
            Edit
          </Button>
          {isOpen && account.address_id && (
            <LinkButton size="small" href={paths.sale(account.id)}>
              Sell Home
            </LinkButton>
          )}
        </span>
      }
    >
      <Facts
        entries={[
          ['Holders', holdersOf(people, account)],
          ['Open since', formatDate(account.opened_on)],
          ['Before it', before && <AccountLink account={before} />],
          ['After it', after && <AccountLink account={after} />],
          [
            'Late fees',
            account.fees_off_until && account.fees_off_until >= today
              ? `None until ${formatDate(account.fees_off_until)}`
              : null,
          ],
          ['Reminders', account.mail_off ? 'Not mailed' : null],
          ['Note', account.note],
        ]}
      />
      <HoldersDialog account={account} open={opened === 'holders'} onClose={close} />
      <Dialog open={opened === 'settings'} onClose={close} title="Edit Account">
        <SettingsForm key={String(opened)} account={account} onDone={close} />
      </Dialog>
    </Card>
  );
};

export default AccountSettings;

const AccountLink = ({ account }: { account: Account }) => {
  const people = usePeople();
  return (
    <Link href={paths.account(account.id)} className="text-pine-text hover:underline">
      {holdersOf(people, account) || 'Account'}
    </Link>
  );
};

const SettingsForm = ({ account, onDone }: { account: Account; onDone: () => void }) => {
  const today = useHoaToday();
  const [values, setValues] = useState({
    fees_off_until: account.fees_off_until ?? '',
    mail_off: account.mail_off,
    note: account.note ?? '',
  });
  const set = (changes: Partial<typeof values>) => setValues((known) => ({ ...known, ...changes }));
  const { submit, busy, failure, dismiss } = useSubmit();
  const press = async (event: FormEvent) => {
    event.preventDefault();
    const changes = { ...values, fees_off_until: values.fees_off_until || null };
    if (!(await submit(() => save('setAccountFlags', { id: account.id, ...changes })))) return;
    void toast('Saved');
    onDone();
  };
  return (
    <form noValidate onSubmit={press} className="grid gap-4.5 py-1">
      <Field label="No late fees until" hint="Fees of days up to this one are never posted.">
        <DatePicker
          value={values.fees_off_until}
          onChange={(fees_off_until) => set({ fees_off_until })}
          min={today}
          clear={{ label: 'Post late fees again', run: () => set({ fees_off_until: '' }) }}
        />
      </Field>
      <Checkbox
        label="Do not mail reminders"
        hint="Where an attorney writes, or the holders have asked for it. Invoices and receipts are still mailed."
        checked={values.mail_off}
        onChange={({ target }) => set({ mail_off: target.checked })}
      />
      <Field label="Note" hint="Only the board sees it.">
        <Textarea value={values.note} onChange={({ target }) => set({ note: target.value })} />
      </Field>
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  );
};
