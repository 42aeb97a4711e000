import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Direction, ProxyKind } from '../../../schema/meetings.ts';
import type { RollUnit } from '../../../schema/tables/meetings.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { directedItems } from '../../../sync/meetings/proxies/proxy-rules.ts';
import { messageOf } from '../../device/http.ts';
import { save } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { byPosition } from '../model.ts';
import { DirectionsField, KindField } from '../proxies/fields.tsx';
import { useProxyPhoto } from '../proxies/photo.tsx';
import { PhotoField } from '../proxies/photo-field.tsx';

type Recorded = { person: string; proxy_id: string };
type Props = {
  books: MeetingBooks;
  unit: RollUnit;
  onCancel: () => void;
  /** With the proxy where its holder is here. */
  onDone: (proxy: Recorded | null) => void;
};

const FAILED = 'The proxy could not be recorded. Please try again.';

/** A proxy on paper that somebody brings to the desk. */
export const PaperProxy = ({ books, unit, onCancel, onDone }: Props) => {
  const today = useHoaToday();
  const [giver, setGiver] = useState(unit.owners[0]?.name ?? '');
  const [holder, setHolder] = useState('');
  const [signed, setSigned] = useState(today);
  const [kind, setKind] = useState<ProxyKind>('general');
  const [directions, setDirections] = useState<Direction[]>([]);
  const [isHere, setHere] = useState(true);
  const { submit, busy, failure, dismiss } = useSubmit((error) => messageOf(error, FAILED), { repeat: true });
  const items = directedItems(books.items).toSorted(byPosition);
  const { record, ...photo } = useProxyPhoto();
  const submitForm = async () => {
    const id = uuidv7();
    const args = {
      id,
      meeting_id: books.meeting.id,
      address_id: unit.address_id,
      giver_name: giver,
      giver_id: unit.owners.find(({ name }) => name === giver)?.user_id ?? null,
      holder_name: holder,
      signed_at: signed,
      kind,
      directions: kind === 'directed' ? directions : [],
    };
    if (await submit(() => record(id, () => save('recordProxy', args))))
      onDone(isHere ? { person: holder.trim(), proxy_id: id } : null);
  };
  return (
    <PlainForm onSubmit={submitForm}>
      <h3 className="font-semibold">Paper proxy</h3>
      <Field label="Signed by" required>
        <Input value={giver} maxLength={100} onChange={(event) => setGiver(event.target.value)} />
      </Field>
      <Field label="Holder" required>
        <Input value={holder} maxLength={100} onChange={(event) => setHolder(event.target.value)} />
      </Field>
      <Field label="Date signed" required>
        <Input type="date" value={signed} max={today} onChange={(event) => setSigned(event.target.value)} />
      </Field>
      <KindField value={kind} hasItems={items.length > 0} onChange={setKind} />
      {kind === 'directed' && <DirectionsField items={items} value={directions} onChange={setDirections} />}
      <PhotoField {...photo} />
      <Checkbox
        label="The holder is here: check in by proxy"
        checked={isHere}
        onChange={(event) => setHere(event.target.checked)}
      />
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Back</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Record Proxy
        </Button>
      </div>
    </PlainForm>
  );
};
