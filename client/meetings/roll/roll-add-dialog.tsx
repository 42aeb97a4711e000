import { useMemo } from 'react';
import { uuidv7 } from 'uuidv7';
import { OFFICES, type Office } from '../../../schema/meetings.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { LATE_REASON_MISSING, unitLabel } from '../../../sync/meetings/roll.ts';
import { nameOf } from '../../../sync/users/entity.ts';
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
import { IN_THE_MINUTES, ROLL_NOT_CHANGED } from '../plain-fields.tsx';

/** `name` of a director without an account; null while one with an account is chosen. */
type Values = { member: string | null; name: string | null; office: Office; reason: string };
const EMPTY: Values = { member: null, name: null, office: 'Director', reason: '' };
const OFFICE_OPTIONS = OFFICES.map((office) => ({ value: office, label: office }));

type Props = { meeting: Meeting; onClose: () => void };

/** Adds one unit or one director to a frozen roll; after the call to order with a reason. */
const AddDialog = ({ meeting, onClose }: Props) => {
  const board = isBoardMeeting(meeting);
  const form = useAddition(meeting, board, onClose);
  const { value, set, kept, discard, busy, failure, dismiss } = form;
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
      <PlainForm id="roll-addition" onSubmit={form.add}>
        <MemberField form={form} board={board} />
        {board && <DirectorFields form={form} />}
        <Field
          label="Reason"
          required={meeting.called_at !== null}
          {...(meeting.called_at && { hint: IN_THE_MINUTES })}
        >
          <Input value={value.reason} maxLength={500} onChange={({ target }) => set({ reason: target.value })} />
        </Field>
        <ErrorAlert message={failure} onClose={dismiss} />
      </PlainForm>
    </Dialog>
  );
};

export default AddDialog;

/** The addition as typed; `isNamed` for a director without an account. */
const useAddition = (meeting: Meeting, board: boolean, onAdded: () => void) => {
  const choices = useChoices(meeting, board);
  const { value, kept, set, discard } = useDraft(drafts.newRollUnit(meeting.id), EMPTY);
  const { submit, busy, failure, fail, dismiss } = useSubmit(ROLL_NOT_CHANGED);
  const isNamed = board && typeof value.name === 'string';
  const add = async () => {
    const member = isNamed
      ? { id: uuidv7(), label: (value.name ?? '').trim() }
      : choices.find(({ id }) => id === value.member);
    if (!member?.label) return fail(board ? 'Please select a director.' : 'Please select a unit.');
    const reason = value.reason.trim();
    if (meeting.called_at && !reason) return fail(LATE_REASON_MISSING);
    const args = {
      meeting_id: meeting.id,
      member_id: member.id,
      ...(board && { office: value.office }),
      ...(isNamed && { name: member.label }),
      ...(reason && { reason }),
    };
    if (!(await submit(() => save('addRollUnit', args)))) return;
    discard();
    onAdded();
    void toast(`${member.label} is on the roll`);
  };
  const change = (changed: Partial<Values>) => set({ ...value, ...changed });
  return { choices, value, set: change, kept, discard, isNamed, add, busy, failure, dismiss };
};

type FormProps = { form: ReturnType<typeof useAddition> };

const DirectorFields = ({ form: { value, set, isNamed } }: FormProps) => (
  <>
    <Checkbox
      label="Without an account"
      checked={isNamed}
      onChange={({ target }) => set({ name: target.checked ? '' : null })}
    />
    <Field label="Office">
      <Select value={value.office} options={OFFICE_OPTIONS} onChange={(office) => set({ office })} />
    </Field>
  </>
);

const MemberField = ({ form, board }: FormProps & { board: boolean }) => (
  <Field label={board ? 'Director' : 'Unit'} required>
    {form.isNamed ? (
      <Input
        value={form.value.name ?? ''}
        maxLength={100}
        placeholder="Full name"
        onChange={({ target }) => form.set({ name: target.value })}
      />
    ) : (
      <Combobox
        choices={form.choices}
        value={form.value.member}
        onChange={(member) => form.set({ member })}
        placeholder={board ? 'Name' : 'Address'}
        none={board ? 'Everyone who matches is on the roll.' : 'No other unit matches.'}
      />
    )}
  </Field>
);

/** Units or directors that are not on the roll. */
const useChoices = (meeting: Meeting, board: boolean) => {
  const roll = useRows('rollUnit').by('meeting_id', meeting.id);
  const homes = useRows('address').all;
  const users = useRows('user').all;
  return useMemo(() => {
    const onRoll = new Set(
      roll.flatMap(({ removed_at, address_id, user_id }) => (removed_at ? [] : [address_id ?? user_id])),
    );
    const all = board
      ? users
          .filter(({ deleted_at, status }) => !deleted_at && status === 'active')
          .map((user) => ({ id: user.id, label: nameOf(user) }))
      : homes.map((home) => ({ id: home.id, label: unitLabel(home) }));
    return all
      .filter(({ id }) => !onRoll.has(id))
      .sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
  }, [roll, homes, users, board]);
};
