import { useMemo } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { DIRECTIONS_MISSING, directedItems } from '../../../sync/meetings/proxies/proxy-rules.ts';
import { save, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { formatAddress } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAgenda } from '../model.ts';
import { InstructionFields, type Instructions, NOT_RECORDED, sentDirections } from './instructions.tsx';
import { PhotoField, useProxyPhoto } from './photo.tsx';

type Props = { meeting: Meeting; open: boolean; onClose: () => void };

/** A signed proxy on paper, recorded by the board, offline too. */
export const RecordDialog = ({ meeting, open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title="Record a Paper Proxy">
    <RecordForm meeting={meeting} onClose={onClose} />
  </Dialog>
);

type Draft = Instructions & { unit: string | null; giver: string; holder: string; signed: string };
const EMPTY: Draft = { unit: null, giver: '', holder: '', signed: '', kind: 'general', directions: [] };

const RecordForm = ({ meeting, onClose }: Omit<Props, 'open'>) => {
  const today = useHoaToday();
  const units = useUnits(meeting);
  const items = directedItems(useAgenda(meeting.id));
  const { value, set, photo, ...edit } = useRecordedProxy(meeting, units, onClose);
  const choose = (id: string | null) =>
    set({ unit: id, giver: units.find((unit) => unit.id === id)?.owners[0]?.name ?? '' });
  return (
    <SaveForm edit={edit} submit="Record Proxy" onCancel={onClose}>
      <Field label="Unit" required>
        <Combobox
          choices={units}
          value={value.unit}
          onChange={choose}
          placeholder="Address or owner"
          none="No unit or name matches."
        />
      </Field>
      <Field label="Signed by" required>
        <Input value={value.giver} maxLength={100} onChange={({ target }) => set({ giver: target.value })} />
      </Field>
      <Field label="Holder" required hint="Who votes for the unit.">
        <Input value={value.holder} maxLength={100} onChange={({ target }) => set({ holder: target.value })} />
      </Field>
      <Field label="Date signed" required>
        <DatePicker value={value.signed || today} min="2000-01-01" onChange={(signed) => set({ signed })} />
      </Field>
      <InstructionFields items={items} value={value} onChange={set} />
      <PhotoField {...photo} />
    </SaveForm>
  );
};

const useRecordedProxy = (meeting: Meeting, units: ReturnType<typeof useUnits>, onRecorded: () => void) => {
  const today = useHoaToday();
  const { value, kept, set, discard } = useDraft(`paper-proxy/${meeting.id}`, EMPTY);
  const { record, ...photo } = useProxyPhoto();
  const { submit, busy, failure, dismiss, fail } = useSubmit(NOT_RECORDED);
  const press = async () => {
    const missing = missingIn(value);
    if (missing) return fail(missing);
    const giver_name = value.giver.trim();
    const owners = units.find(({ id }) => id === value.unit)?.owners;
    const args = {
      ...{ id: uuidv7(), meeting_id: meeting.id, address_id: value.unit, giver_name },
      giver_id: owners?.find(({ name }) => name === giver_name)?.user_id ?? null,
      ...{ holder_name: value.holder.trim(), signed_at: value.signed || today, kind: value.kind },
      directions: sentDirections(value),
    };
    if (!(await submit(() => record(args.id, () => save('recordProxy', args))))) return;
    discard();
    onRecorded();
    void toast('Proxy recorded');
  };
  const change = (changed: Partial<Draft>) => set({ ...value, ...changed });
  return { value, set: change, photo, kept, discard, save: press, busy, failure, dismiss };
};

const missingIn = ({ unit, giver, holder, kind, directions }: Draft): string | null => {
  if (!unit) return 'Please select a unit.';
  if (!giver.trim()) return 'Please enter who signed the proxy.';
  if (!holder.trim()) return 'Please enter who votes for the unit.';
  return kind === 'directed' && directions.length === 0 ? DIRECTIONS_MISSING : null;
};

/** Those of the roll, or all homes before it is frozen. */
const useUnits = (meeting: Meeting) => {
  const roll = useRows('rollUnit').by('meeting_id', meeting.id);
  const homes = useRows('address').all;
  const users = useRows('user').all;
  return useMemo(() => {
    const onRoll = roll.filter(({ removed_at, address_id }) => !removed_at && address_id);
    if (onRoll.length > 0)
      return onRoll
        .toSorted((a, b) => a.position - b.position)
        .map(({ address_id, label, owners }) => choiceOf(address_id ?? '', label, owners));
    return homes.map((home) => {
      const residents = users.filter(({ address_id, deleted_at }) => address_id === home.id && !deleted_at);
      return choiceOf(
        home.id,
        formatAddress(home),
        residents.map(({ id, name }) => ({ name, user_id: id })),
      );
    });
  }, [roll, homes, users]);
};

const choiceOf = (id: string, label: string, owners: readonly { name: string; user_id: string | null }[]) => ({
  ...{ id, label, owners },
  hint: owners.map(({ name }) => name).join(', '),
});
