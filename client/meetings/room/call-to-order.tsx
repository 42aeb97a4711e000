import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { announce } from '../announcer.tsx';
import { deviceId, nameRecord } from '../desk-name.ts';
import { isBoardMeeting } from '../model.ts';
import { Attendance } from './attendance.tsx';
import { useRoom } from './context.ts';
import { liveItems } from './model.ts';
import { FormDialog } from './parts.tsx';
import { QuorumLight } from './quorum-light.tsx';

/** Asks who is here before a meeting is called to order without a quorum, because the minutes say since when there was one. */
export const CallToOrderDialog = ({ onClose }: { onClose: () => void }) => {
  const { books, quorum } = useRoom();
  const call = useCallToOrder();
  const isBoard = isBoardMeeting(books.meeting);
  return (
    <FormDialog
      title="Who Is Here?"
      submit={quorum.met ? 'Call to Order' : 'Call to Order Anyway'}
      onSubmit={call}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {isBoard
          ? 'Check in the directors first. The minutes record when there was a quorum.'
          : 'Check in the units at the desk first. The minutes record when there was a quorum.'}
      </p>
      <QuorumLight quorum={quorum} />
      {isBoard ? (
        <Attendance />
      ) : (
        <div>
          <LinkButton href={paths.meetingDesk(books.meeting.id)}>Open Check-In</LinkButton>
        </div>
      )}
    </FormDialog>
  );
};

/** Opens the meeting; this device takes the record where nobody has, and an agenda that begins with the call to order begins. */
export const useCallToOrder = () => {
  const { books, session, record } = useRoom();
  const [first] = liveItems(books.items);
  return async () => {
    if (!session.recorder) nameRecord(books.meeting.id);
    const done = await record([
      { kind: 'called_to_order', data: {} },
      ...(session.recorder ? [] : [{ kind: 'recorder_taken' as const, data: { device: deviceId() } }]),
      ...(first?.kind === 'call_to_order' ? [{ kind: 'item_started' as const, subject: first.id, data: {} }] : []),
    ]);
    if (done) announce('In session');
    return done;
  };
};
