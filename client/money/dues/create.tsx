import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { save, useOnline } from '../../device/store.ts';
import { FormActions, FormCard } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { RedirectNotice } from '../../screens/notice-alert.tsx';
import { SENT_LATER } from '../../screens/waiting.tsx';
import { DraftNote, useDraft } from '../../ui/draft.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { DueFields, Forecast } from './form.tsx';
import { useDueForm } from './form-model.ts';
import { argsOf, newDue } from './form-values.ts';
import { LOADER } from './model.ts';
import { drafts } from './outbox.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { YearAhead } from './year-ahead.tsx';

const FAILED = 'Failed to create due. Please try again.';
const REDIRECT_MS = 2000;

const DueCreate = () => {
  const [id] = useState(() => uuidv7());
  const draft = useDraft<Parameters<typeof newDue>[0]>(drafts.create(), {});
  const edit = useDueForm(drafts.create(), newDue(draft.value));
  const { form, kept, discard, finish } = edit;
  const { submit, done, failure, dismiss } = useSubmit(FAILED);
  const online = useOnline();
  const create = form.handleSubmit(async ({ status: _, ...values }) => {
    if (await submit(() => save('createDue', { id, ...argsOf(values) }))) finish();
  });
  const busy = form.formState.isSubmitting;
  return (
    <>
      <Breadcrumb entries={[LOADER.list, { label: 'Create Due' }]} />
      <PageHeader title="Create Due" subtitle="Each recipient gets an invoice by email on the send date." />
      <FormCard onSubmit={create}>
        <DueFields form={form} edit={edit} sendDateHint="The date the first invoices are sent" />
        <RecipientFields form={form} edit={edit} />
        <Forecast form={form} />
        <YearAhead form={form} />
        <ErrorAlert message={failure} onClose={dismiss} />
        {done && (
          <RedirectNotice href={paths.dues()} after_ms={REDIRECT_MS}>
            Due created successfully!
            {!online && <p>You are offline. {SENT_LATER}</p>}
          </RedirectNotice>
        )}
        <FormActions
          note={<DraftNote kept={kept} onDiscard={discard} />}
          back={{ label: 'Cancel', href: paths.dues() }}
          submit={busy ? 'Creating…' : 'Create Due'}
          busy={busy}
          done={done}
        />
      </FormCard>
    </>
  );
};

export default DueCreate;
