import { type ReactNode, useId, useRef, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import type { MutatorName } from '../../sync/index.ts';
import { useDraftedForm } from '../record/drafted-form.ts';
import { sentenceOf } from '../record/refusal.ts';
import { save } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DraftNote } from '../ui/draft.tsx';
import { formatAddress } from '../ui/format.ts';
import { type AddressDraft, PlaceFields } from './fields.tsx';

type Fields = ReturnType<typeof useDraftedForm<AddressDraft>>['form'];

/** The form of one address in a dialog; what is typed stays on the device until saved or discarded. */
export const AddressDialog = ({
  open,
  onClose,
  onSaved,
  id,
  title,
  draft,
  initial,
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
  resolver: Resolver<AddressDraft>;
  mutation: MutatorName;
  words: { submit: string; busy: string; done: string; failed: string };
  /** The fields beyond street and unit. */
  more?: (form: Fields) => ReactNode;
}) => {
  const formId = useId();
  const [saved, setSaved] = useState(false);
  const { form, kept, discard } = useDraftedForm(draft, initial, resolver, saved);
  const { failure, setFailure, once } = useOnce();
  const submit = form.handleSubmit((values) =>
    once(async () => {
      await save(mutation, { ...values, id });
      setSaved(true);
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
        {more?.(form)}
        <DraftNote kept={kept} onDiscard={discard} />
      </form>
    </Dialog>
  );
};

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
