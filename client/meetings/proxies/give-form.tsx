import { uuidv7 } from 'uuidv7';
import type { Direction, ProxyKind } from '../../../schema/meetings.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { directedItems, proxyDeadline } from '../../../sync/meetings/proxies/proxy-rules.ts';
import { messageOf } from '../../device/http.ts';
import { save, useOnline } from '../../device/store.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { DraftNote, useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAgenda } from '../model.ts';
import { useHoaTime } from '../time.ts';
import { DirectionsField, KindField } from './fields.tsx';

type Draft = { holder: string; officer: string | null; kind: ProxyKind; directions: Direction[] };
const EMPTY: Draft = { holder: '', officer: null, kind: 'general', directions: [] };

/** An owner names who votes for their unit. The draft is kept on the device. */
export const GiveForm = ({
  meeting,
  address_id,
  onDone,
}: {
  meeting: Meeting;
  address_id: string;
  onDone: () => void;
}) => {
  const online = useOnline();
  const time = useHoaTime();
  const { value, kept, set, discard } = useDraft(`proxy/${meeting.id}/${address_id}`, EMPTY);
  const items = directedItems(useAgenda(meeting.id));
  const { submit, busy, failure, dismiss, fail } = useSubmit((error) =>
    messageOf(error, 'The proxy could not be given. Please try again.'),
  );
  const holder_name = (value.officer ?? value.holder).trim();
  const give = async () => {
    if (!holder_name) return fail('Please name who votes for you.');
    if (value.kind === 'directed' && value.directions.length === 0)
      return fail('Please say how to vote on at least one item.');
    const directions = value.kind === 'directed' ? value.directions : [];
    const args = { id: uuidv7(), meeting_id: meeting.id, address_id, holder_name, kind: value.kind, directions };
    if (!(await submit(() => save('giveProxy', args)))) return;
    discard();
    onDone();
    void toast(online ? 'The proxy is given' : 'It will be sent when you are back online.');
  };
  return (
    <PlainForm onSubmit={() => void give()}>
      {meeting.proxy_officers.length > 0 && (
        <ChoiceGroup label="Who votes for you">
          {meeting.proxy_officers.map((officer) => (
            <Radio
              key={officer}
              name="proxy-officer"
              label={officer}
              checked={value.officer === officer}
              onChange={() => set({ ...value, officer })}
            />
          ))}
          <Radio
            name="proxy-officer"
            label="Somebody else"
            checked={value.officer === null}
            onChange={() => set({ ...value, officer: null })}
          />
        </ChoiceGroup>
      )}
      {value.officer === null && (
        <Field label={meeting.proxy_officers.length > 0 ? 'Their name' : 'Who votes for you'} required>
          <Input
            value={value.holder}
            maxLength={100}
            autoComplete="off"
            placeholder="First and last name"
            onChange={(event) => set({ ...value, holder: event.target.value })}
          />
        </Field>
      )}
      <KindField value={value.kind} hasItems={items.length > 0} onChange={(kind) => set({ ...value, kind })} />
      {value.kind === 'directed' && (
        <DirectionsField
          items={items}
          value={value.directions}
          onChange={(directions) => set({ ...value, directions })}
        />
      )}
      {!online && (
        <p className="text-amber">
          It will be sent when you are back online. It must reach us by {time.short(proxyDeadline(meeting))}.
        </p>
      )}
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto empty:hidden">
          <DraftNote kept={kept} onDiscard={discard} />
        </span>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Give Proxy
        </Button>
      </div>
    </PlainForm>
  );
};
