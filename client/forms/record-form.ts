import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form';
import type { Versions } from '../../schema/edits.ts';
import { useDraft } from '../ui/draft.tsx';
import { type Changes, changesOf, withChanges } from './changes.ts';

/** A form sends this: the changes alone, and the versions of the fields that they are based on. */
export type Update<Values> = Changes<Values> & { base: Versions };
/** The versions of the record's fields as they are now, and the fields that an update would overwrite unseen. */
export type ConflictCheck<Values> = { versions: Versions; conflicts(update: Update<Values>): string[] };
type Start<Values> = { values: Values; versions: Versions };
type Draft<Values> = Changes<Values> & { base?: Versions };

/** A react-hook-form over a record's current `values`, or the initial values of a new record. Changes are kept on this
 * device at every keystroke, as the draft `key`; null for a form that keeps none. Edits by others do not replace what is
 * typed: with `check`, `conflicts` names the fields that both have changed, to be settled by `keepMine` or `takeTheirs`.
 * `changes` gives the update to save; call `finish` once it is saved, which ends the
 * draft. `discard` goes back to the record as it is now. */
export const useRecordForm = <Values extends FieldValues>(
  key: string | null,
  values: Values,
  resolver?: Resolver<Values>,
  check?: ConflictCheck<Values>,
) => {
  const { value: draft, kept, set, discard, form } = useDraftedForm(key, values, resolver);
  const versions = { ...check?.versions };
  const [start, setStart] = useState<Start<Values>>(() => ({
    values,
    versions: { ...versions, ...versionsOfChanges(draft) },
  }));
  const [finished, setFinished] = useState(false);
  const { keep, close } = useKeptChanges(form, start, { set, discard }, key !== null);
  const restart = (names: readonly string[], from: Partial<Values>) => {
    const taken = Object.fromEntries(names.map((name) => [name, versions[name] ?? '']));
    const next = { values: { ...start.values, ...from }, versions: { ...start.versions, ...taken } };
    setStart(next);
    for (const name of Object.keys(from)) form.setValue(name as never, values[name] as never, { shouldValidate: true });
    keep(next, form.getValues());
  };
  const conflicts = useConflicts(form, start, finished ? undefined : check);
  return {
    form,
    kept,
    changes: (of: Values): Update<Values> => updateOf(start, of),
    conflicts,
    keepMine: (names: readonly string[]) => restart(names, {}),
    takeTheirs: (names: readonly string[]) => restart(names, pick(values, names)),
    discard: () => {
      setStart({ values, versions });
      form.reset(values);
      discard();
    },
    finish: () => {
      close();
      setFinished(true);
    },
  };
};

const useDraftedForm = <Values extends FieldValues>(
  key: string | null,
  values: Values,
  resolver: Resolver<Values> | undefined,
) => {
  const draft = useDraft<Draft<Values>>(key, {} as Draft<Values>);
  const defaultValues = withChanges(values, draft.value) as DefaultValues<Values>;
  const form = useForm<Values>({ defaultValues, ...(resolver && { resolver }) });
  return { ...draft, form };
};

const useConflicts = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  start: Start<Values>,
  check: ConflictCheck<Values> | undefined,
): string[] => {
  const now = useWatch({ control: form.control }) as Values;
  return check?.conflicts(updateOf(start, now)) ?? [];
};

const pick = <Values extends FieldValues>(values: Values, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;

type Keeping<Values> = { set: (draft: Draft<Values>) => void; discard: () => void };

/** Keeps the changes as the draft at every keystroke, until it is closed. */
const useKeptChanges = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  start: Start<Values>,
  { set, discard }: Keeping<Values>,
  isKept: boolean,
) => {
  // The form reports once more after a submission, before the end of the form is rendered.
  const closed = useRef(!isKept);
  const keep = (from: Start<Values>, now: Values) => {
    if (closed.current) return;
    const update = updateOf(from, now);
    if (Object.keys(update).length > 1) set(update);
    else discard();
  };
  const onChange = useEffectEvent((now: Values) => keep(start, now));
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values: now }) => onChange(now) }),
    [form],
  );
  const close = () => {
    closed.current = true;
    discard();
  };
  return { keep, close };
};

const updateOf = <Values extends object>({ values, versions }: Start<Values>, now: Values): Update<Values> => ({
  ...changesOf(values, now),
  base: versions,
});

/** Fields that are one value to the author: an audience is its kind and its people. */
const GROUPS = [
  ['audience_type', 'custom_recipients', 'streets'],
  ['recipient_rule', 'recipients', 'excluded'],
];

/** A draft's versions of the fields that it changes. The other fields start from the record as it is now. */
const versionsOfChanges = ({ base = {}, ...changed }: { base?: Versions }): Versions => {
  const names = Object.keys(changed).flatMap((name) => GROUPS.find((group) => group.includes(name)) ?? name);
  return Object.fromEntries(Object.entries(base).filter(([name]) => names.includes(name)));
};
