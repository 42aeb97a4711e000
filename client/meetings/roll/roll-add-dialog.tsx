import { useMemo } from 'react';
import { uuidv7 } from 'uuidv7';
import { OFFICES, type Office } from '../../../schema/meetings.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { unitLabel } from '../../../sync/meetings/roll.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { messageOf } from '../../device/http.ts';
import { save, useRows } from '../../device/store.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DraftNote, useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { isBoardMeeting } from '../model.ts';
import { drafts } from '../outbox.ts';

/** `name` of a director without an account; null while one with an account is chosen. */
type Draft = { member: string | null; name: string | null; office: Office; reason: string };
const EMPTY: Draft = { member: null, name: null, office: 'Director', reason: '' };
const OFFICE_OPTIONS = OFFICES.map((office) => ({ value: office, label: office }));
const FAILED = 'The roll could not be changed. Please try again.';

/** Adds one unit or one director to a frozen roll; after the call to order with a reason. */
const AddDialog = ({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) => {
  const board = isBoardMeeting(meeting);
  const choices = useChoices(meeting, board);
  const { value, kept, set, discard } = useDraft(drafts.newRollUnit(meeting.id), EMPTY);
  const { submit, busy, failure, fail, dismiss } = useSubmit((error) => messageOf(error, FAILED));
  const isNamed = board && typeof value.name === 'string';
  const add = async () => {
    const { name } = value;
    const member = isNamed
      ? { id: uuidv7(), label: (name ?? '').trim() }
      : choices.find(({ id }) => id === value.member);
    if (!member?.label) return fail(board ? 'Please select a director.' : 'Please select a unit.');
    const reason = value.reason.trim();
    if (meeting.called_at && !reason) return fail('Please give a reason: the meeting was called to order.');
    const args = {
      meeting_id: meeting.id,
      member_id: member.id,
      ...(board && { office: value.office }),
      ...(isNamed && { name: member.label }),
      ...(reason && { reason }),
    };
    if (!(await submit(() => save('addRollUnit', args)))) return;
    discard();
    onClose();
    void toast(`${member.label} is on the roll`);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={board ? 'Add a Director' : 'Add a Unit'}
      subtitle="To the roll of this meeting"
      footer={
        <DialogActions
          form="roll-addition"
          note={<DraftNote kept={kept} onDiscard={discard} />}
          onCancel={onClose}
          submit="Add to the Roll"
          busy={busy}
        />
      }
    >
      <PlainForm id="roll-addition" onSubmit={() => void add()}>
        <Field label={board ? 'Director' : 'Unit'} required>
          {isNamed ? (
            <Input
              value={value.name ?? ''}
              maxLength={100}
              placeholder="Full name"
              onChange={({ target }) => set({ ...value, name: target.value })}
            />
          ) : (
            <Combobox
              choices={choices}
              value={value.member}
              onChange={(member) => set({ ...value, member })}
              placeholder={board ? 'Name' : 'Address'}
              none={board ? 'Everybody who matches is on the roll.' : 'No other unit matches.'}
            />
          )}
        </Field>
        {board && (
          <Checkbox
            label="Without an account"
            checked={isNamed}
            onChange={({ target }) => set({ ...value, name: target.checked ? '' : null })}
          />
        )}
        {board && (
          <Field label="Office">
            <Select
              value={value.office}
              options={OFFICE_OPTIONS}
              onChange={(office) => set({ ...value, office: office as Office })}
            />
          </Field>
        )}
        <Field
          label="Reason"
          required={meeting.called_at !== null}
          {...(meeting.called_at && { hint: 'It stands in the minutes.' })}
        >
          <Input
            value={value.reason}
            maxLength={500}
            onChange={({ target }) => set({ ...value, reason: target.value })}
          />
        </Field>
        <ErrorAlert message={failure} onClose={dismiss} />
      </PlainForm>
    </Dialog>
  );
};

export default AddDialog;

/** Who does not stand on the roll. */
const useChoices = (meeting: Meeting, board: boolean) => {
  const roll = useRows('rollUnit').by('meeting_id', meeting.id);
  const homes = useRows('address').all;
  const users = useRows('user').all;
  return useMemo(() => {
    const standing = new Set(
      roll.flatMap(({ removed_at, address_id, user_id }) => (removed_at ? [] : [address_id ?? user_id])),
    );
    const all = board
      ? users
          .filter(({ deleted_at, status }) => !deleted_at && status === 'active')
          .map((user) => ({ id: user.id, label: nameOf(user) }))
      : homes.map((home) => ({ id: home.id, label: unitLabel(home) }));
    return all
      .filter(({ id }) => !standing.has(id))
      .sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
  }, [roll, homes, users, board]);
};
