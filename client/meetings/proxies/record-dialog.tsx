import { useMemo } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Direction, ProxyKind } from '../../../schema/meetings.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { directedItems } from '../../../sync/meetings/proxies/proxy-rules.ts';
import { messageOf } from '../../device/http.ts';
import { save, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DraftNote, useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { formatAddress } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAgenda } from '../model.ts';
import { DirectionsField, KindField } from './fields.tsx';
import { useProxyPhoto } from './photo.tsx';
import { PhotoField } from './photo-field.tsx';

type Props = { meeting: Meeting; open: boolean; onClose: () => void };

/** A signed proxy on paper, recorded by the board, offline too. */
export const RecordDialog = ({ meeting, open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title="Record a Paper Proxy">
    <RecordForm meeting={meeting} onClose={onClose} />
  </Dialog>
);

type Draft = {
  unit: string | null;
  giver: string;
  holder: string;
  signed: string;
  kind: ProxyKind;
  directions: Direction[];
};
const EMPTY: Draft = { unit: null, giver: '', holder: '', signed: '', kind: 'general', directions: [] };

const RecordForm = ({ meeting, onClose }: Omit<Props, 'open'>) => {
  const today = useHoaToday();
  const { value, kept, set, discard } = useDraft(`paper-proxy/${meeting.id}`, EMPTY);
  const units = useUnits(meeting);
  const items = directedItems(useAgenda(meeting.id));
  const { record, ...photo } = useProxyPhoto();
  const { submit, busy, failure, dismiss, fail } = useSubmit((error) =>
    messageOf(error, 'The proxy could not be recorded. Please try again.'),
  );
  const unit = units.find(({ id }) => id === value.unit);
  const submitForm = async () => {
    const missing = missingIn(value);
    if (missing) return fail(missing);
    const args = {
      ...{ id: uuidv7(), meeting_id: meeting.id, address_id: value.unit, giver_name: value.giver.trim() },
      giver_id: unit?.owners.find(({ name }) => name === value.giver.trim())?.user_id ?? null,
      ...{ holder_name: value.holder.trim(), signed_at: value.signed || today, kind: value.kind },
      directions: value.kind === 'directed' ? value.directions : [],
    };
    if (!(await submit(() => record(args.id, () => save('recordProxy', args))))) return;
    discard();
    onClose();
    void toast('The proxy is recorded');
  };
  const choose = (id: string | null) => {
    const owner = units.find((one) => one.id === id)?.owners[0]?.name ?? '';
    set({ ...value, unit: id, giver: owner });
  };
  return (
    <PlainForm onSubmit={() => void submitForm()}>
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
        <Input value={value.giver} maxLength={100} onChange={({ target }) => set({ ...value, giver: target.value })} />
      </Field>
      <Field label="Holder" required hint="Who votes for the unit.">
        <Input
          value={value.holder}
          maxLength={100}
          onChange={({ target }) => set({ ...value, holder: target.value })}
        />
      </Field>
      <Field label="Date signed" required>
        <DatePicker value={value.signed || today} min="2000-01-01" onChange={(day) => set({ ...value, signed: day })} />
      </Field>
      <KindField value={value.kind} hasItems={items.length > 0} onChange={(kind) => set({ ...value, kind })} />
      {value.kind === 'directed' && (
        <DirectionsField
          items={items}
          value={value.directions}
          onChange={(directions) => set({ ...value, directions })}
        />
      )}
      <PhotoField {...photo} />
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto empty:hidden">
          <DraftNote kept={kept} onDiscard={discard} />
        </span>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Record Proxy
        </Button>
      </div>
    </PlainForm>
  );
};

const missingIn = ({ unit, giver, holder, kind, directions }: Draft): string | null => {
  if (!unit) return 'Please select a unit.';
  if (!giver.trim()) return 'Please enter who signed the proxy.';
  if (!holder.trim()) return 'Please name who votes for you.';
  return kind === 'directed' && directions.length === 0 ? 'Please say how to vote on at least one item.' : null;
};

/** Those of the roll, or all homes before it is frozen. */
const useUnits = (meeting: Meeting) => {
  const roll = useRows('rollUnit').by('meeting_id', meeting.id);
  const homes = useRows('address').all;
  const users = useRows('user').all;
  return useMemo(() => {
    const standing = roll.filter(({ removed_at, address_id }) => !removed_at && address_id);
    if (standing.length > 0)
      return standing
        .toSorted((a, b) => a.position - b.position)
        .map(({ address_id, label, owners }) => ({ ...choiceOf(address_id ?? '', label, owners) }));
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
