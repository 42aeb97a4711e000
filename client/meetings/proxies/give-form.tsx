import { uuidv7 } from 'uuidv7';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { DIRECTIONS_MISSING, directedItems, proxyDeadline } from '../../../sync/meetings/proxies/proxy-rules.ts';
import { save, useOnline } from '../../device/store.ts';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { SENT_LATER } from '../../screens/waiting.tsx';
import { useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAgenda } from '../model.ts';
import { RadioGroup } from '../plain-fields.tsx';
import { useHoaTime } from '../time.ts';
import { InstructionFields, type Instructions, sentDirections } from './instructions.tsx';

type Draft = Instructions & { holder: string; officer: string | null };
const EMPTY: Draft = { holder: '', officer: null, kind: 'general', directions: [] };

type Props = { meeting: Meeting; address_id: string; onDone: () => void };

/** An owner names who votes for their unit. The draft is kept on the device. */
export const GiveForm = (props: Props) => {
  const { meeting, onDone } = props;
  const online = useOnline();
  const time = useHoaTime();
  const { value, set, ...edit } = useGivenProxy(props);
  const items = directedItems(useAgenda(meeting.id));
  return (
    <SaveForm edit={edit} submit="Give Proxy" onCancel={onDone}>
      <HolderFields officers={meeting.proxy_officers} value={value} onChange={set} />
      <InstructionFields items={items} value={value} onChange={set} />
      {!online && (
        <p className="text-amber">
          {SENT_LATER} It must be sent by {time.short(proxyDeadline(meeting))}.
        </p>
      )}
    </SaveForm>
  );
};

const useGivenProxy = ({ meeting, address_id, onDone }: Props) => {
  const online = useOnline();
  const { value, kept, set, discard } = useDraft(`proxy/${meeting.id}/${address_id}`, EMPTY);
  const { submit, busy, failure, dismiss, fail } = useSubmit('The proxy could not be given. Please try again.');
  const give = async () => {
    const holder_name = (value.officer ?? value.holder).trim();
    const directions = sentDirections(value);
    if (!holder_name) return fail('Please enter who votes for you.');
    if (value.kind === 'directed' && directions.length === 0) return fail(DIRECTIONS_MISSING);
    const args = { id: uuidv7(), meeting_id: meeting.id, address_id, holder_name, kind: value.kind, directions };
    if (!(await submit(() => save('giveProxy', args)))) return;
    discard();
    onDone();
    void toast(online ? 'Proxy given' : SENT_LATER);
  };
  const change = (changed: Partial<Draft>) => set({ ...value, ...changed });
  return { value, set: change, kept, discard, save: give, busy, failure, dismiss };
};

const SOMEBODY_ELSE = '';

type HolderProps = { officers: readonly string[]; value: Draft; onChange: (changed: Partial<Draft>) => void };

const HolderFields = ({ officers, value: { officer, holder }, onChange }: HolderProps) => (
  <>
    {officers.length > 0 && (
      <RadioGroup
        label="Who votes for you"
        options={[
          ...officers.map((name) => ({ value: name, label: name })),
          { value: SOMEBODY_ELSE, label: 'Someone else' },
        ]}
        value={officer ?? SOMEBODY_ELSE}
        onChange={(name) => onChange({ officer: name || null })}
      />
    )}
    {officer === null && (
      <Field label={officers.length > 0 ? 'Their name' : 'Who votes for you'} required>
        <Input
          value={holder}
          maxLength={100}
          autoComplete="off"
          placeholder="First and last name"
          onChange={(event) => onChange({ holder: event.target.value })}
        />
      </Field>
    )}
  </>
);
