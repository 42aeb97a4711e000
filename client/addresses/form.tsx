import { type ReactNode, useId, useRef, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import type { Address } from '../../schema/addresses.ts';
import { conflictsOf } from '../../sync/addresses.ts';
import { versionsOf } from '../../sync/edits.ts';
import type { MutatorName } from '../../sync/index.ts';
import { type Standing, useEditedForm } from '../forms/edited-form.ts';
import { sentenceOf } from '../forms/refusal.ts';
import { save } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DraftNote } from '../ui/draft.tsx';
import { formatAddress } from '../ui/format.ts';
import { type AddressDraft, PlaceFields } from './fields.tsx';

type Edit = ReturnType<typeof useEditedForm<AddressDraft>>;

/** The form of one address in a dialog; what is typed stays on the device until saved or discarded. */
export const AddressDialog = ({
  open,
  onClose,
  onSaved,
  id,
  title,
  draft,
  initial,
  address,
  resolver,
  mutation,
  words,
  more,
}: {
  open: boolean;
  onClose: () => void;
  onSaved: (text: string) => void;
  /** The address's. */
  id: string;
  title: string;
  /** The key of its draft. */
  draft: string;
  initial: AddressDraft;
  /** The address as it stands; none for a new one. */
  address?: Address;
  resolver: Resolver<AddressDraft>;
  mutation: MutatorName;
  words: { submit: string; busy: string; done: string; failed: string };
  /** The fields beyond street and unit. */
  more?: (form: Edit['form'], edit: Edit) => ReactNode;
}) => {
  const formId = useId();
  const edit = useEditedForm(draft, initial, resolver, address && standingOf(address));
  const { form, kept, discard, end } = edit;
  const { failure, setFailure, once } = useOnce();
  const submit = form.handleSubmit((values) =>
    once(async () => {
      const { base } = edit.changes(values);
      await save(mutation, { ...values, id, ...(address && { base }) });
      end();
      onSaved(`Address "${formatAddress(values)}" ${words.done} successfully`);
    }, words.failed),
  );
  const busy = form.formState.isSubmitting;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="go" busy={busy}>
            {busy ? words.busy : words.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4.5 pt-1">
        {failure && (
          <Alert tone="error" onClose={() => setFailure(null)}>
            {failure}
          </Alert>
        )}
        <PlaceFields form={form} />
        {more?.(form, edit)}
        <DraftNote kept={kept} onDiscard={discard} />
      </form>
    </Dialog>
  );
};

const CHECKED = ['street', 'unit_number', 'is_rented', 'notes'];
const standingOf = (address: Address): Standing<AddressDraft> => ({
  versions: versionsOf(address, CHECKED),
  conflicts: (changes) => conflictsOf(address, changes),
});

/** Runs one thing at a time, and keeps why it failed. */
const useOnce = () => {
  const [failure, setFailure] = useState<string | null>(null);
  const busy = useRef(false);
  const once = async (work: () => Promise<void>, failed: string) => {
    if (busy.current) return;
    busy.current = true;
    setFailure(null);
    await work().catch((error) => setFailure(sentenceOf(error, failed)));
    busy.current = false;
  };
  return { failure, setFailure, once };
};
