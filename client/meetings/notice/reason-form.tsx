import { useState } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { messageOf } from '../../http.ts';
import { save } from '../../store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';

export const REASON_LIMIT = 500;

/** Why a notice that is out was late. */
export const ReasonForm = ({ meeting }: { meeting: Meeting }) => {
  const [reason, setReason] = useState('');
  const { submit, busy, failure, dismiss, fail } = useSubmit((error) =>
    messageOf(error, 'The reason could not be saved.'),
  );
  const press = () => {
    if (!reason.trim()) return fail('Please say why the notice is late.');
    const args = { id: meeting.id, announcement_id: meeting.notice_announcement_id, reason };
    void submit(() => save('sendMeetingNotice', args));
  };
  return (
    <PlainForm onSubmit={press}>
      <Field label="Why is the notice late?" hint="It stands in the minutes.">
        <Textarea
          value={reason}
          rows={2}
          maxLength={REASON_LIMIT}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <ErrorAlert message={failure} onClose={dismiss} />
      <span className="flex">
        <Button type="submit" busy={busy}>
          Save Reason
        </Button>
      </span>
    </PlainForm>
  );
};
