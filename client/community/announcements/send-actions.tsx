import { CalendarClock, Send } from 'lucide-react';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ErrorAlert } from '../../forms/failure.tsx';
import { Button } from '../../ui/button.tsx';
import { useLast } from '../../ui/frozen.ts';
import type { Values } from './form-model.ts';
import type { useSaving } from './form-saving.ts';
import type { Audience } from './model.ts';
import { ScheduleDialog } from './scheduled.tsx';
import { SendDialog } from './send-dialog.tsx';
import { useHeldBack } from './use-held-back.ts';

type Asked = { what: 'send' | 'schedule'; title: string; audience: Audience };
type Props = { id: string; form: UseFormReturn<Values>; busy: boolean } & Pick<ReturnType<typeof useSaving>, 'saveAs'>;

/** The two ways out of the form that need no second screen: at a time, and now. Both ask first. */
export const SendActions = ({ id, form, busy, saveAs }: Props) => {
  const [asked, setAsked] = useState<Asked>();
  const [problem, setProblem] = useState('');
  const heldBack = useHeldBack(id);
  const ask = (what: Asked['what']) =>
    form.handleSubmit(({ title, ...audience }) => {
      setProblem(heldBack[what] ?? '');
      if (!heldBack[what]) setAsked({ what, title, audience });
    })();
  const last = useLast(asked);
  const onClose = () => setAsked(undefined);
  return (
    <>
      <Button icon={CalendarClock} disabled={busy} onClick={() => void ask('schedule')}>
        Schedule
      </Button>
      <Button variant="primary" icon={Send} disabled={busy} onClick={() => void ask('send')}>
        Send Now
      </Button>
      {problem && (
        <div className="basis-full">
          <ErrorAlert message={problem} onClose={() => setProblem('')} />
        </div>
      )}
      {last && (
        <SendDialog
          {...last}
          id={id}
          onClose={onClose}
          open={asked?.what === 'send'}
          label="Send Now"
          onSend={() => saveAs({ mutation: 'sendAnnouncement' })}
        />
      )}
      {asked?.what === 'schedule' && (
        <ScheduleDialog
          {...asked}
          onClose={onClose}
          onSchedule={(send_at) => saveAs({ mutation: 'scheduleAnnouncement', send_at })}
        />
      )}
    </>
  );
};
