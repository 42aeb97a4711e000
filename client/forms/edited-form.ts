import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm, useWatch } from 'react-hook-form';
import type { Versions } from '../../schema/edits.ts';
import { useDraft } from '../ui/draft.tsx';
import { type Changes, changesOf, withChanges } from './changes.ts';

/** How the record stands now: the versions of its fields, and those fields that given changes would replace unseen. */
export type Standing<Values> = {
  versions: Versions;
  conflicts(changes: Changes<Values> & { base: Versions }): string[];
};
/** What the author began with. */
type Began<Values> = { values: Values; versions: Versions };
/** What is kept: the changes, and the versions they are based on. */
type Draft<Values> = Changes<Values> & { base?: Versions };

/** A form over a record's `values` as they are now, whose changes are kept on the device at every keystroke, under `key`.
 * It stays as it was begun; what somebody else changes meanwhile shows as a conflict where both changed the same.
 * `discard` goes back to the record; `end` forgets the draft once it is saved. A new record has no `standing`. */
export const useEditedForm = <Values extends FieldValues>(
  key: string,
  values: Values,
  resolver: Resolver<Values>,
  standing?: Standing<Values>,
) => {
  const { value: draft, kept, set, discard } = useDraft<Draft<Values>>(key, {} as Draft<Values>);
  const [began, setBegan] = useState<Began<Values>>(() => ({
    values,
    versions: { ...standing?.versions, ...versionsFor(draft) },
  }));
  const latest = useRef(began);
  const form = useForm<Values>({ resolver, defaultValues: withChanges(values, draft) as DefaultValues<Values> });
  const ended = useRef(false);

  const changes = (of: Values): Changes<Values> & { base: Versions } => ({
    ...changesOf(latest.current.values, of),
    base: latest.current.versions,
  });
  const keep = (now: Values) => {
    if (ended.current) return;
    const changed = changes(now);
    if (Object.keys(changed).length > 1) set(changed);
    else discard();
  };
  const onChange = useEffectEvent(keep);
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values: now }) => onChange(now) }),
    [form],
  );

  const beginAnew = (names: readonly string[], from: Partial<Values>) => {
    const versions = { ...latest.current.versions };
    for (const name of names) versions[name] = standing?.versions[name] ?? '';
    latest.current = { values: { ...latest.current.values, ...from }, versions };
    setBegan(latest.current);
  };
  const now = useWatch({ control: form.control }) as Values;
  return {
    form,
    kept,
    /** What is to be sent of these values, and the versions it is based on. */
    changes,
    /** Fields that both the author and somebody else have changed. */
    conflicts: standing && !ended.current ? standing.conflicts(changes(now)) : [],
    /** Settles a conflict: the author has seen what stands, and their own counts. */
    takeMine: (names: readonly string[]) => {
      beginAnew(names, {});
      keep(form.getValues());
    },
    /** Settles a conflict: what stands counts. */
    takeTheirs: (names: readonly string[]) => {
      const theirs = Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
      beginAnew(names, theirs);
      for (const name of names) form.setValue(name as never, values[name] as never, { shouldValidate: true });
      keep(form.getValues());
    },
    discard: () => {
      latest.current = { values, versions: { ...standing?.versions } };
      setBegan(latest.current);
      form.reset(values);
      discard();
    },
    end: () => {
      ended.current = true;
      discard();
    },
  };
};

/** An audience is its kind and its people. */
const TOGETHER = [['audience_type', 'custom_recipients']];

/** What counts of the versions of a draft: those of the fields it changes. The others begin as they are now. */
const versionsFor = ({ base = {}, ...changed }: { base?: Versions }): Versions => {
  const wanted = Object.keys(changed).flatMap((name) => TOGETHER.find((group) => group.includes(name)) ?? name);
  return Object.fromEntries(Object.entries(base).filter(([name]) => wanted.includes(name)));
};
