import { useState } from 'react';
import { Link } from 'wouter';
import type { Account } from '../../../schema/tables/accounts.ts';
import { save, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { DateField } from '../../forms/fields.tsx';
import { SaveForm, useSaveForm } from '../../forms/save-form.tsx';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format.ts';
import { Textarea } from '../../ui/input.tsx';
import { holdersOf } from '../accounts.ts';
import { HoldersDialog } from './holders-dialog.tsx';

const AccountSettings = ({ account }: { account: Account }) => {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <Card
      title="About This Account"
      className="print:hidden"
      actions={<SettingsActions account={account} onOpen={setOpened} />}
    >
      <AccountFacts account={account} />
      <HoldersDialog account={account} open={opened === 'holders'} onClose={close} />
      <Dialog open={opened === 'settings'} onClose={close} title="Edit Account">
        <SettingsForm key={String(opened)} account={account} onDone={close} />
      </Dialog>
    </Card>
  );
};

export default AccountSettings;

type Opened = 'holders' | 'settings' | null;

const SettingsActions = ({ account, onOpen }: { account: Account; onOpen: (dialog: Opened) => void }) => {
  const isOpen = account.status === 'open';
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {isOpen && (
        <Button size="small" onClick={() => onOpen('holders')}>
          Holders
        </Button>
      )}
      <Button size="small" onClick={() => onOpen('settings')}>
        Edit
      </Button>
      {isOpen && account.address_id && (
        <LinkButton size="small" href={paths.sale(account.id)}>
          Sell Home
        </LinkButton>
      )}
    </span>
  );
};

const AccountFacts = ({ account }: { account: Account }) => {
  const people = usePeople();
  const accounts = useRows('account');
  const before = accounts.get(account.follows);
  const after = accounts.all.find(({ follows }) => follows === account.id);
  const { fees_off_until } = account;
  const today = useHoaToday();
  return (
    <Facts
      entries={[
        ['Holders', holdersOf(people, account)],
        ['Opened', formatDate(account.opened_on)],
        ['Previous account', before && <AccountLink account={before} />],
        ['Next account', after && <AccountLink account={after} />],
        ['Late fees', fees_off_until && fees_off_until >= today ? `None until ${formatDate(fees_off_until)}` : null],
        ['Reminders', account.mail_off ? 'Not sent' : null],
        ['Note', account.note],
      ]}
    />
  );
};

const AccountLink = ({ account }: { account: Account }) => {
  const people = usePeople();
  return (
    <Link href={paths.account(account.id)} className="text-pine-text hover:underline">
      {holdersOf(people, account) || 'Account'}
    </Link>
  );
};

const SettingsForm = ({ account, onDone }: { account: Account; onDone: () => void }) => {
  const edit = useSaveForm({
    values: {
      fees_off_until: account.fees_off_until ?? '',
      mail_off: account.mail_off,
      note: account.note ?? '',
    },
    write: ({ fees_off_until, ...flags }) =>
      save('setAccountFlags', { id: account.id, fees_off_until: fees_off_until || null, ...flags }),
    said: 'Saved',
    onSaved: onDone,
  });
  const { form } = edit;
  return (
    <SaveForm edit={edit} submit="Save" onCancel={onDone}>
      <DateField
        form={form}
        name="fees_off_until"
        label="No late fees until"
        hint="No late fees before this date."
        min={useHoaToday()}
        clear="Resume late fees"
      />
      <Checkbox
        {...form.register('mail_off')}
        label="Don’t send reminders"
        hint="For accounts with an attorney, or on request. Invoices and receipts are still emailed."
      />
      <Field label="Note" hint="Only the board sees it.">
        <Textarea {...form.register('note')} />
      </Field>
    </SaveForm>
  );
};
