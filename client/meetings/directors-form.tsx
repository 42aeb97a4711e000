import { OFFICES, type Office } from '../../schema/meetings.ts';
import { nameOf } from '../../sync/users.ts';
import { PlainForm } from '../forms/actions.tsx';
import { ErrorAlert } from '../forms/failure.tsx';
import { useSubmit } from '../forms/submit.ts';
import { messageOf } from '../http.ts';
import { save } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { DraftNote, useDraft } from '../ui/draft.tsx';
import { Select } from '../ui/select.tsx';
import { toast } from '../ui/toast.tsx';
import { drafts } from './outbox.ts';
import { useBoard, useDirectors } from './people.ts';
import type { RuleFormProps } from './rule-words.tsx';

type Draft = { listed: boolean; offices: Readonly<Record<string, Office | null>> };

const OPTIONS = OFFICES.map((value) => ({ value, label: value }));

/** The directors among those who manage the HOA, with their offices. */
const DirectorsForm = ({ settings, onDone }: RuleFormProps) => {
  const people = useBoard();
  const directors = useDirectors();
  const draft = useDraft<Draft>(drafts.rules('directors'), {
    listed: settings.directors !== null,
    offices: Object.fromEntries(directors.map(({ user_id, office }) => [user_id, office])),
  });
  const { listed, offices } = draft.value;
  const { submit, busy, failure, fail, dismiss } = useSubmit((error) => messageOf(error, FAILED));
  const choose = (id: string, office: Office | null) => draft.set({ listed, offices: { ...offices, [id]: office } });
  const close = () => {
    draft.discard();
    onDone();
  };
  const press = async () => {
    const chosen = people.flatMap(({ id }) => {
      const office = offices[id];
      return office ? { user_id: id, office } : [];
    });
    if (listed && chosen.length === 0) return fail('Please choose at least one director.');
    if (!(await submit(() => save('setMeetingRules', { directors: listed ? chosen : null })))) return;
    void toast('Directors saved');
    close();
  };
  return (
    <PlainForm onSubmit={press}>
      <Checkbox
        label="Choose the directors"
        hint="Otherwise all active board members are directors. A superadmin is one only when chosen."
        checked={listed}
        onChange={(event) => draft.set({ listed: event.target.checked, offices })}
      />
      {listed && (
        <ul className="grid max-w-xl gap-2">
          {people.map((user) => {
            const office = offices[user.id] ?? null;
            return (
              <li key={user.id} className="grid grid-cols-[minmax(0,1fr)_10rem] items-center gap-3">
                <Checkbox
                  label={nameOf(user)}
                  checked={office !== null}
                  onChange={(event) => choose(user.id, event.target.checked ? 'Director' : null)}
                />
                {office && (
                  <Select
                    label={`Office of ${nameOf(user)}`}
                    isLabelHidden
                    value={office}
                    onChange={(value) => choose(user.id, value)}
                    options={OPTIONS}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
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

const FAILED = 'The directors could not be saved. Please try again.';
