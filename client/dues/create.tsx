import { useEffect, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { Link, useLocation } from 'wouter';
import { paths } from '../paths.ts';
import { save, useOnline } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DraftNote } from '../ui/draft.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { DueFields, Forecast, RecipientsField, SaveFailed, useSave } from './form.tsx';
import { argsOf, EMPTY_DUE, useDueForm } from './form-model.ts';
import { drafts } from './outbox.ts';

const DueCreate = () => {
  const [id] = useState(() => uuidv7());
  const edit = useDueForm(drafts.create(), EMPTY_DUE);
  const { form, kept, discard, finish } = edit;
  const { run, saved, failure, dismiss } = useSave('Failed to create due. Please try again.');
  const submit = form.handleSubmit(({ status: _, ...values }) =>
    run(async () => {
      await save('createDue', { id, ...argsOf(values) });
      finish();
    }),
  );
  const busy = form.formState.isSubmitting;
  return (
    <>
      <Breadcrumb entries={[{ label: 'Dues', href: paths.dues() }, { label: 'Create Due' }]} />
      <PageHeader title="Create Due" subtitle="Each recipient gets an invoice by email on the send date." />
      <Card className="max-w-3xl">
        <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4.5 py-1" onSubmit={submit}>
          <DueFields form={form} edit={edit} sending="When the first or only invoices go out" />
          <RecipientsField form={form} />
          <Forecast form={form} />
          <SaveFailed message={failure} onClose={dismiss} />
          {saved && <Created />}
          <div className="flex flex-wrap items-center justify-end gap-2">
            <span className="mr-auto empty:hidden max-md:basis-full">
              <DraftNote kept={kept} onDiscard={discard} />
            </span>
            <LinkButton variant="ghost" href={paths.dues()}>
              Cancel
            </LinkButton>
            <Button type="submit" variant="primary" busy={busy} aria-disabled={saved || undefined}>
              {busy ? 'Creating...' : 'Create Due'}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
};

export default DueCreate;

const REDIRECT_MS = 2000;

const Created = () => {
  const [, navigate] = useLocation();
  const online = useOnline();
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.dues()), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Alert
      tone="success"
      actions={
        <Link href={paths.dues()} className="font-semibold underline">
          Go now
        </Link>
      }
    >
      Due created successfully!
      {!online && <p>You are offline: it is sent when you are back online.</p>}
    </Alert>
  );
};
