import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { meetingRulesInput } from '../../../schema/meeting-inputs.ts';
import { type NamedDirector, OFFICES, type Office } from '../../../schema/meetings.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { messageOf } from '../../device/http.ts';
import { save } from '../../device/store.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { wholeOrNull } from '../../forms/numbers.ts';
import { useSubmit } from '../../forms/submit.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { DraftNote, useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { drafts } from '../outbox.ts';
import { useBoard, useDirectors } from '../people.ts';
import type { RuleFormProps } from '../rules/rule-words.tsx';

type Draft = {
  listed: boolean;
  offices: Readonly<Record<string, Office | null>>;
  named: readonly NamedDirector[];
  seats: string;
};

const OPTIONS = OFFICES.map((value) => ({ value, label: value }));

/** The directors among those who manage the HOA and those without an account, with their offices, and the board's seats. */
const DirectorsForm = ({ settings, onDone }: RuleFormProps) => {
  const people = useBoard();
  const directors = useDirectors();
  const draft = useDraft<Draft>(drafts.rules('board'), {
    listed: settings.directors !== null,
    offices: Object.fromEntries(directors.map(({ user_id, office }) => [user_id, office])),
    named: settings.named_directors,
    seats: String(settings.seats ?? ''),
  });
  const { listed, offices, named, seats } = draft.value;
  const { submit, busy, failure, fail, dismiss } = useSubmit((error) => messageOf(error, FAILED));
  const set = (changed: Partial<Draft>) => draft.set({ ...draft.value, ...changed });
  const choose = (id: string, office: Office | null) => set({ offices: { ...offices, [id]: office } });
  const close = () => {
    draft.discard();
    onDone();
  };
  const press = async () => {
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
    close();
  };
  return (
    <PlainForm onSubmit={press}>
      <Field
        label="Seats on the board"
        hint="Vacant seats are named in the minutes. Leave it empty if there is no fixed number."
      >
        <Input
          value={seats}
          inputMode="numeric"
          autoComplete="off"
          className="num max-w-24"
          onChange={({ target }) => set({ seats: target.value })}
        />
      </Field>
      <Checkbox
        label="Choose the directors"
        hint="Otherwise all active board members are directors. A superadmin is one only when chosen."
        checked={listed}
        onChange={(event) => set({ listed: event.target.checked })}
      />
      {listed && (
        <ul className="grid max-w-xl gap-2">
          {people.map((user) => {
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
      )}
      <NamedDirectors named={named} onChange={(changed) => set({ named: changed })} />
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto empty:hidden max-md:basis-full">
          <DraftNote kept={draft.kept} onDiscard={draft.discard} />
        </span>
        <Button variant="ghost" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Saving...' : 'Save Directors'}
        </Button>
      </div>
    </PlainForm>
  );
};

export default DirectorsForm;

const ROW = 'grid grid-cols-[minmax(0,1fr)_10rem] items-center gap-3';

const OfficeSelect = ({
  name,
  office,
  onChange,
}: {
  name: string;
  office: Office;
  onChange: (office: Office) => void;
}) => <Select label={`Office of ${name}`} isLabelHidden value={office} onChange={onChange} options={OPTIONS} />;

const NamedDirectors = ({
  named,
  onChange,
}: {
  named: readonly NamedDirector[];
  onChange: (named: readonly NamedDirector[]) => void;
}) => {
  const [typed, setTyped] = useState('');
  const add = () => {
    const name = typed.trim();
    if (!name) return;
    onChange([...named, { id: uuidv7(), name, office: 'Director' }]);
    setTyped('');
  };
  return (
    <div className="grid max-w-xl gap-2">
      <Field label="Directors without an account" hint="They are checked in and vote at the desk or in the room.">
        <span className="flex gap-2">
          <Input
            value={typed}
            maxLength={100}
            placeholder="Full name"
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Button icon={Plus} onClick={add} disabled={typed.trim() === ''}>
            Add
          </Button>
        </span>
      </Field>
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
