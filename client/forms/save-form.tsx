import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues, Resolver } from 'react-hook-form';
import { DraftNote } from '../ui/draft.tsx';
import { toast } from '../ui/toast.tsx';
import { FormActions, type FormExit, type FormLayout, PlainForm } from './actions.tsx';
import { ErrorAlert } from './failure.tsx';
import { type ConflictCheck, type Update, useRecordForm } from './record-form.ts';
import { useSubmit } from './submit.ts';

type SaveOptions<Values extends FieldValues, Result> = {
  /** Keeps a draft on this device. */
  draftKey?: string;
  values: Values;
  resolver?: Resolver<Values>;
  check?: ConflictCheck<Values>;
  /** Throws Refusal or ApiError. */
  write: (values: Values, changes: Update<Values>) => Promise<Result>;
  /** The notice that it was saved. */
  said?: string | ((result: Result) => string);
  onSaved?: (result: Result) => unknown;
  /** The sentence for a failure without one of its own. */
  fallback?: string;
};

/** A `useRecordForm` that is saved once, by `save`: it validates, writes, ends the draft and calls `onSaved`. */
export const useSaveForm = <Values extends FieldValues, Result = unknown>({
  draftKey,
  values,
  resolver,
  check,
  write,
  said,
  onSaved,
  fallback,
}: SaveOptions<Values, Result>) => {
  const record = useRecordForm<Values>(draftKey ?? null, values, resolver, check);
  const submission = useSubmit(fallback);
  const save = record.form.handleSubmit((typed) =>
    submission.submit(async () => {
      const result = await write(typed, record.changes(typed));
      record.finish();
      if (said) void toast(typeof said === 'string' ? said : said(result));
      onSaved?.(result);
    }),
  );
  return { ...record, ...submission, save };
};

type Saving = {
  save: () => unknown;
  busy: boolean;
  failure: string | null;
  dismiss: () => void;
  kept?: boolean;
  discard?: () => void;
};

/** The form of a `useSaveForm`: its fields, why it was not saved, and its last row. `saving` is the submit button's label
 * while it is busy. */
export const SaveForm = ({
  edit: { save, busy, failure, dismiss, kept = false, discard },
  layout,
  submit,
  saving = submit,
  children,
  ...actions
}: { edit: Saving; layout?: FormLayout; saving?: string | null; children: ReactNode } & FormExit &
  Pick<ComponentProps<typeof FormActions>, 'submit' | 'isDanger' | 'done' | 'disabled' | 'stacks'>) => (
  <PlainForm onSubmit={save} {...(layout && { layout })}>
    {children}
    <ErrorAlert message={failure} onClose={dismiss} />
    <FormActions
      {...actions}
      note={<DraftNote kept={kept} {...(discard && { onDiscard: discard })} />}
      submit={busy ? saving : submit}
      busy={busy}
    />
  </PlainForm>
);
