import type { ReminderKind, ReminderStatus } from '../../../schema/reminders.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Reminder } from '../../../schema/tables/reminders.ts';
import { dayOfStep } from '../../../sync/policies/rule-words.ts';
import { dayInWords } from '../../../sync/words.ts';
import { useOnline, useRows } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { toast } from '../../ui/toast.tsx';
import { useDues } from './model.ts';
import { NOT_REMINDED, remindNow, saidOfReminder } from './remind-now.ts';

export const ReminderList = ({ account, board }: { account: Account; board: boolean }) => {
  const reminders = useRows('reminder').by('account_id', account.id);
  const newest = reminders.toSorted((a, b) => (a.made_at < b.made_at ? 1 : -1));
  const dues = useDues()(account);
  const canRemind = board && account.status === 'open' && dues !== null && dues.days >= 0;
  if (reminders.length === 0 && !canRemind) return null;
  return (
    <Card title="Reminders" actions={canRemind && <RemindActions account={account} />} flush>
      {newest.length === 0 ? (
        <p className="px-4 pt-1 pb-3.5 text-ink-2">No reminders yet.</p>
      ) : (
        <ul className="mt-2">
          {newest.map((reminder) => (
            <Line key={reminder.id} reminder={reminder} board={board} />
          ))}
        </ul>
      )}
    </Card>
  );
};

const RemindActions = ({ account }: { account: Account }) => {
  const online = useOnline();
  const { submit, busy, failure, dismiss } = useSubmit(NOT_REMINDED, { repeat: true });
  const remind = async () => {
    if (await submit(() => remindNow(account.id))) void toast(saidOfReminder(online));
  };
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      <ErrorAlert message={failure} onClose={dismiss} />
      <LinkButton size="small" href={paths.lettersTo([account.id])}>
        Print Letter
      </LinkButton>
      <Button size="small" busy={busy} disabled={account.mail_off} onClick={remind}>
        Remind Now
      </Button>
    </span>
  );
};

const STATUS: Record<ReminderStatus, { label: string; tone: Tone }> = {
  queued: { label: 'On its way', tone: 'blue' },
  delivered: { label: 'Delivered', tone: 'ok' },
  refused: { label: 'Not delivered', tone: 'bad' },
  skipped: { label: 'Not sent', tone: 'neutral' },
  to_print: { label: 'To print', tone: 'warn' },
  printed: { label: 'Printed', tone: 'ok' },
};

const Line = ({ reminder, board }: { reminder: Reminder; board: boolean }) => {
  const { label, tone } = STATUS[reminder.status];
  const waiting = useWaiting().get(reminder.id);
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line border-t px-4 py-2.5">
      <span className="num whitespace-nowrap text-ink-2 max-md:text-sm">{formatDate(reminder.remind_on)}</span>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {titleOfReminder(reminder)} <WaitingMark item={waiting} />
        {board && reminder.made_by_name && <span className="block text-ink-3 text-sm">By {reminder.made_by_name}</span>}
        {reminder.reason && <span className="block text-ink-3 text-sm">{reminder.reason}</span>}
      </span>
      {reminder.amount_cents !== null && <span className="num">{formatMoney(reminder.amount_cents)}</span>}
      <Badge tone={tone}>{label}</Badge>
    </li>
  );
};

const KINDS: Record<Exclude<ReminderKind, 'step'>, (reminder: Reminder) => string> = {
  by_hand: () => 'Manual reminder',
  instalment: ({ step }) => `Installment due ${step ? dayInWords(step) : 'soon'}`,
  broken_plan: () => 'Payment plan broken',
};

const titleOfReminder = (reminder: Reminder): string => {
  if (reminder.kind !== 'step') return KINDS[reminder.kind](reminder);
  const channel = reminder.channel === 'letter' ? 'Letter' : 'Email';
  return `${channel}, ${dayOfStep(Number(reminder.step)).toLowerCase()}`;
};
