import { type ReactNode, useMemo, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { RecipientRule } from '../../../schema/dues.ts';
import type { Due } from '../../../schema/tables/dues.ts';
import type { User } from '../../../schema/tables/users.ts';
import { billedSeparately } from '../../../sync/accounts/entity.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { listInWords } from '../../../sync/words.ts';
import { useRows, useSync } from '../../device/store.ts';
import { PeopleField } from '../../forms/combobox-field.tsx';
import { type ConflictEdit, FieldConflict } from '../../forms/conflict.tsx';
import { RadioField } from '../../forms/fields.tsx';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { formatCount, formatPlural } from '../../ui/format.ts';
import type { DueValues } from './form-values.ts';
import { useDueReach, useEligiblePeople } from './reach.ts';

type Form = { form: UseFormReturn<DueValues> };

const RULES = [
  {
    value: 'every_home',
    label: 'Every home',
    hint: 'One bill per home. People who join later are billed from the next send date, not for earlier ones.',
  },
  { value: 'except', label: 'Every home, except people you choose' },
  { value: 'listed', label: 'Only people you choose', hint: 'People who join later are not billed.' },
] as const satisfies readonly { value: RecipientRule; label: string; hint?: string }[];

const NAMED = ['recipient_rule', 'recipients', 'excluded'];

/** The rule of a due, and the people that the rule needs. */
export const RecipientFields = ({ form, row, edit }: Form & { row?: Due; edit: ConflictEdit }) => {
  const rule = useWatch({ control: form.control, name: 'recipient_rule' });
  return (
    <div className="grid gap-3">
      <RadioField form={form} name="recipient_rule" label="Who is billed" options={RULES} onChoose={useChoose(form)} />
      {rule === 'except' && <ExcludedField form={form} />}
      {rule === 'listed' && <ListedField form={form} />}
      <Reach form={form} />
      <FieldConflict row={row} fields={NAMED} edit={edit} />
    </div>
  );
};

/** Only the people of the rule that is chosen are sent; those chosen before come back with their rule. */
const useChoose = (form: Form['form']) => {
  const kept = useRef<Pick<DueValues, 'recipients' | 'excluded'>>({ recipients: [], excluded: [] });
  return (rule: string) => {
    for (const [name, of] of [
      ['recipients', 'listed'],
      ['excluded', 'except'],
    ] as const) {
      const chosen = form.getValues(name);
      if (chosen.length > 0) kept.current[name] = chosen;
      form.setValue(name, rule === of ? kept.current[name] : [], { shouldDirty: true });
      form.clearErrors(name);
    }
  };
};

const ExcludedField = ({ form }: Form) => (
  <PeopleField form={form} name="excluded" label="People to leave out" required people={useEligiblePeople().excluded} />
);

const ListedField = ({ form }: Form) => {
  const people = useEligiblePeople().recipients;
  const { phase, failed } = useSync();
  const values = useWatch({ control: form.control, name: 'recipients' });
  const chosen = people.filter(({ id }) => values.includes(id)).length;
  const choose = (ids: string[]) =>
    form.setValue('recipients', ids, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <div className="grid gap-2">
      {people.length === 0 && phase === 'first' && failed && (
        <Alert tone="error">Failed to load users. Please try again.</Alert>
      )}
      <PeopleField form={form} name="recipients" label="Recipients" required people={people} />
      <SeparateBills people={people} values={values} />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" disabled={chosen === people.length} onClick={() => choose(people.map(({ id }) => id))}>
          Select All
        </Button>
        <Button size="small" disabled={values.length === 0} onClick={() => choose([])}>
          Deselect All
        </Button>
        <span aria-live="polite" className="num text-ink-3 text-sm">
          {formatCount(chosen)} of {formatCount(people.length)} active users selected
        </span>
      </div>
    </div>
  );
};

const SeparateBills = ({ people, values }: { people: readonly User[]; values: readonly string[] }) => {
  const accounts = useRows('account');
  const { address } = usePeople();
  const homes = useMemo(() => {
    const chosen = people.filter(({ id }) => values.includes(id));
    return billedSeparately(chosen, accounts.all);
  }, [people, values, accounts]);
  return homes.map((home) => (
    <Alert key={home[0]!.address_id} tone="info">
      {listInWords(home.map(nameOf))} live at {address(home[0]!)} and are billed separately. Join their accounts to bill
      the home once.
    </Alert>
  ));
};

/** The homes that the due bills now, and why not others. */
const Reach = ({ form }: Form) => {
  const { recipient_rule, recipients, excluded } = useWatch({ control: form.control }) as DueValues;
  const { homes, people, invited, withoutHome, sharers } = useDueReach({ recipient_rule, recipients, excluded });
  const isRuled = recipient_rule !== 'listed';
  const isComplete = useSync().phase === 'ready';
  return (
    <>
      {isRuled && sharers.length > 0 && <Sharers people={sharers} />}
      {(isRuled || people > 0) && (
        <p aria-live="polite" className="num text-ink-2">
          Reaches <b className="font-semibold text-ink">{formatPlural(homes, 'home')}</b> now (
          {formatPlural(people, 'person', 'people')}).
        </p>
      )}
      {isComplete && (
        <Unreached
          isEmpty={people === 0 && isRuled}
          invited={invited.length}
          withoutHome={isRuled ? withoutHome : []}
        />
      )}
    </>
  );
};

const Sharers = ({ people }: { people: readonly User[] }) => (
  <Alert tone="info">
    {listInWords(people.map(nameOf))} won’t be billed, but someone else will be for the same home. To skip the home,
    leave out everyone who lives there.
  </Alert>
);

type UnreachedProps = { isEmpty: boolean; invited: number; withoutHome: readonly User[] };
const SHOWN = 3;

const Unreached = ({ isEmpty, invited, withoutHome }: UnreachedProps) => {
  const reasons: ReactNode[] = [];
  if (invited > 0)
    reasons.push(
      `${formatPlural(invited, 'invited person', 'invited people')} ${invited === 1 ? 'hasn’t' : 'haven’t'} signed in yet and can’t be billed until then.`,
    );
  if (withoutHome.length > 0) reasons.push(`${namesOf(withoutHome)} can’t be billed until you assign them a home.`);
  if (reasons.length === 0 && isEmpty) reasons.push('Invite residents, or add them all with Bulk Add.');
  if (reasons.length === 0) return null;
  return (
    <Alert
      tone="info"
      {...(isEmpty && { title: 'No one can be billed yet' })}
      actions={
        <>
          <LinkButton size="small" href={paths.users()}>
            Open Users
          </LinkButton>
          {isEmpty && (
            <LinkButton size="small" href={paths.bulkUpload()}>
              Bulk Add
            </LinkButton>
          )}
        </>
      }
    >
      {reasons.map((reason) => (
        <p key={String(reason)}>{reason}</p>
      ))}
    </Alert>
  );
};

const namesOf = (people: readonly User[]): string => {
  const names = people.slice(0, SHOWN).map(nameOf);
  const more = people.length - names.length;
  return listInWords(more > 0 ? [...names, `${formatCount(more)} more`] : names);
};
