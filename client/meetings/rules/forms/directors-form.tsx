import { X } from 'lucide-react';
import { uuidv7 } from 'uuidv7';
import { meetingRulesInput } from '../../../../schema/meeting-inputs.ts';
import { type NamedDirector, OFFICES, type Office } from '../../../../schema/meetings.ts';
import { nameOf } from '../../../../sync/users/entity.ts';
import { save } from '../../../device/store.ts';
import { NumberInput } from '../../../forms/fields.tsx';
import { wholeOrNull } from '../../../forms/numbers.ts';
import { SaveForm } from '../../../forms/save-form.tsx';
import { useSubmit } from '../../../forms/submit.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/choice.tsx';
import { useDraft } from '../../../ui/draft.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.tsx';
import { drafts } from '../../outbox.ts';
import { useBoard, useDirectors } from '../../people.ts';
import { AddName } from '../../roll/add-name.tsx';
import type { RuleFormProps } from '../rule-words.tsx';

type Draft = {
  listed: boolean;
  offices: Readonly<Record<string, Office | null>>;
  named: readonly NamedDirector[];
  seats: string;
};
const OPTIONS = OFFICES.map((value) => ({ value, label: value }));

/** The directors among those who manage the HOA and those without an account, with their offices, and the board's seats. */
const DirectorsForm = ({ settings, onDone }: RuleFormProps) => {
  const { value, set, cancel, ...edit } = useDirectorsForm(settings, onDone);
  return (
    <SaveForm edit={edit} submit="Save Directors" saving="Saving…" onCancel={cancel} isQuiet>
      <Field label="Seats on the board" hint="The minutes list vacant seats. Leave blank if there is no fixed number.">
        <NumberInput value={value.seats} className="max-w-24" onChange={(seats) => set({ seats })} />
      </Field>
      <Checkbox
        label="Choose the directors"
        hint="Otherwise all active board members are directors. A superadmin is a director only if chosen."
        checked={value.listed}
        onChange={(event) => set({ listed: event.target.checked })}
      />
      {value.listed && <ListedDirectors offices={value.offices} onChange={(offices) => set({ offices })} />}
      <NamedDirectors named={value.named} onChange={(named) => set({ named })} />
    </SaveForm>
  );
};

export default DirectorsForm;

const useDirectorsForm = (settings: RuleFormProps['settings'], onDone: () => void) => {
  const people = useBoard();
  const directors = useDirectors();
  const { value, kept, set, discard } = useDraft<Draft>(drafts.rules('board'), {
    listed: settings.directors !== null,
    offices: Object.fromEntries(directors.map(({ user_id, office }) => [user_id, office])),
    named: settings.named_directors,
    seats: String(settings.seats ?? ''),
  });
  const { submit, busy, failure, fail, dismiss } = useSubmit(FAILED);
  const cancel = () => {
    discard();
    onDone();
  };
  const press = async () => {
    const { listed, offices, named, seats } = value;
    const chosen = people.flatMap(({ id }) => {
      const office = offices[id];
      return office ? { user_id: id, office } : [];
    });
    if (listed && chosen.length + named.length === 0) return fail('Please choose at least one director.');
    const parsed = meetingRulesInput.safeParse({
      directors: listed ? chosen : null,
      named_directors: named,
      seats: wholeOrNull(seats),
    });
    if (!parsed.success) return fail(parsed.error.issues[0]?.message ?? FAILED);
    if (!(await submit(() => save('setMeetingRules', parsed.data)))) return;
    void toast('Directors saved');
    cancel();
  };
  const change = (changed: Partial<Draft>) => set({ ...value, ...changed });
  return { value, set: change, kept, discard, save: press, cancel, busy, failure, dismiss };
};

type Offices = Draft['offices'];

const ListedDirectors = ({ offices, onChange }: { offices: Offices; onChange: (offices: Offices) => void }) => {
  const choose = (id: string, office: Office | null) => onChange({ ...offices, [id]: office });
  return (
    <ul className="grid max-w-xl gap-2">
      {useBoard().map((user) => {
        const office = offices[user.id] ?? null;
        return (
          <li key={user.id} className={ROW}>
            <Checkbox
              label={nameOf(user)}
              checked={office !== null}
              onChange={(event) => choose(user.id, event.target.checked ? 'Director' : null)}
            />
            {office && (
              <OfficeSelect name={nameOf(user)} office={office} onChange={(value) => choose(user.id, value)} />
            )}
          </li>
        );
      })}
    </ul>
  );
};

const ROW = 'grid grid-cols-[minmax(0,1fr)_10rem] items-center gap-3';

type OfficeProps = { name: string; office: Office; onChange: (office: Office) => void };

const OfficeSelect = ({ name, office, onChange }: OfficeProps) => (
  <Select label={`Office of ${name}`} isLabelHidden value={office} onChange={onChange} options={OPTIONS} />
);

type NamedProps = { named: readonly NamedDirector[]; onChange: (named: readonly NamedDirector[]) => void };

const NamedDirectors = ({ named, onChange }: NamedProps) => {
  const add = (name: string) => {
    onChange([...named, { id: uuidv7(), name, office: 'Director' }]);
    return true;
  };
  return (
    <div className="grid max-w-xl gap-2">
      <AddName
        label="Directors without an account"
        hint="They are checked in and vote at the desk or in the room."
        placeholder="Full name"
        onAdd={add}
      />
      {named.length > 0 && (
        <ul className="grid gap-2">
          {named.map((director) => (
            <li key={director.id} className={ROW}>
              <span className="flex min-w-0 items-center justify-between gap-2">
                <span className="[overflow-wrap:anywhere]">{director.name}</span>
                <IconButton
                  icon={X}
                  label={`Remove ${director.name}`}
                  onClick={() => onChange(named.filter(({ id }) => id !== director.id))}
                />
              </span>
              <OfficeSelect
                name={director.name}
                office={director.office}
                onChange={(office) => onChange(named.map((one) => (one.id === director.id ? { ...one, office } : one)))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

const FAILED = 'The directors could not be saved. Please try again.';
