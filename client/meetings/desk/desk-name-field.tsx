import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { PlainForm } from '../../forms/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { chooseDesk, DESK_NAME_LIMIT, DESK_NAMES, deskOf, useDesk } from '../desk-name.ts';

/** The name under which this device records, with the way to change it. */
export const DeskName = ({ meeting_id }: { meeting_id: string }) => {
  const chosen = useDesk(meeting_id);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="ghost" icon={Pencil} onClick={() => setOpen(true)} className="-ml-2.5">
        {chosen ?? 'Name This Device'}
        <span className="sr-only">{chosen ? ' (rename this device)' : ''}</span>
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Name of This Device"
        subtitle="It appears on everything recorded on this device."
      >
        <NameForm meeting_id={meeting_id} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
};

const NameForm = ({ meeting_id, onDone }: { meeting_id: string; onDone: () => void }) => {
  const chosen = useDesk(meeting_id);
  const [name, setName] = useState(chosen ?? '');
  const choose = (chosenName: string) => {
    chooseDesk(meeting_id, chosenName);
    onDone();
  };
  return (
    <PlainForm onSubmit={() => choose(name)}>
      <div className="flex flex-wrap gap-2">
        {DESK_NAMES.map((each) => (
          <Button key={each} aria-pressed={each === chosen} onClick={() => choose(each)}>
            {each}
          </Button>
        ))}
      </div>
      <Field label="Another name" hint={`If left blank: ${deskOf(meeting_id)}`}>
        <Input value={name} maxLength={DESK_NAME_LIMIT} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end">
        Save
      </Button>
    </PlainForm>
  );
};
