import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { directedItems } from '../../../sync/meetings/proxies/proxy-rules.ts';
import { save } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { byPosition } from '../model.ts';
import { InstructionFields, type Instructions, NOT_RECORDED, sentDirections } from '../proxies/instructions.tsx';
import { PhotoField, useProxyPhoto } from '../proxies/photo.tsx';

type Recorded = { person: string; proxy_id: string };
type Props = {
  books: MeetingBooks;
  unit: RollUnit;
  onCancel: () => void;
  /** Gets the proxy where its holder is here. */
  onDone: (proxy: Recorded | null) => void;
};

/** A proxy on paper that somebody brings to the desk. */
const PaperProxy = (props: Props) => {
  const today = useHoaToday();
  const { values, set, photo, ...edit } = usePaperProxy(props);
  const items = directedItems(props.books.items).toSorted(byPosition);
  return (
    <SaveForm edit={edit} submit="Record Proxy" onCancel={props.onCancel} cancel="Back">
      <h3 className="font-semibold">Paper proxy</h3>
      <Field label="Signed by" required>
        <Input value={values.giver} maxLength={100} onChange={({ target }) => set({ giver: target.value })} />
      </Field>
      <Field label="Holder" required>
        <Input value={values.holder} maxLength={100} onChange={({ target }) => set({ holder: target.value })} />
      </Field>
      <Field label="Date signed" required>
        <Input type="date" value={values.signed} max={today} onChange={({ target }) => set({ signed: target.value })} />
      </Field>
      <InstructionFields items={items} value={values} onChange={set} />
      <PhotoField {...photo} />
      <Checkbox
        label="The holder is here: check the unit in by proxy"
        checked={values.isHere}
        onChange={({ target }) => set({ isHere: target.checked })}
      />
    </SaveForm>
  );
};

export default PaperProxy;

type Values = Instructions & { giver: string; holder: string; signed: string; isHere: boolean };

const usePaperProxy = ({ books, unit, onDone }: Props) => {
  const today = useHoaToday();
  const [values, setValues] = useState<Values>({
    giver: unit.owners[0]?.name ?? '',
    holder: '',
    signed: today,
    kind: 'general',
    directions: [],
    isHere: true,
  });
  const { record, ...photo } = useProxyPhoto();
  const { submit, busy, failure, dismiss } = useSubmit(NOT_RECORDED, { repeat: true });
  const press = async () => {
    const { giver, holder, signed, kind, isHere } = values;
    const id = uuidv7();
    const args = {
      ...{ id, meeting_id: books.meeting.id, address_id: unit.address_id, kind, directions: sentDirections(values) },
      giver_name: giver,
      giver_id: unit.owners.find(({ name }) => name === giver)?.user_id ?? null,
      holder_name: holder,
      signed_at: signed,
    };
    if (await submit(() => record(id, () => save('recordProxy', args))))
      onDone(isHere ? { person: holder.trim(), proxy_id: id } : null);
  };
  const set = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  return { values, set, photo, save: press, busy, failure, dismiss };
};
