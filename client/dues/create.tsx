import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { drafts, paths } from '../paths.ts';
import { save } from '../store.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DraftNote } from '../ui/draft.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { Created } from './created.tsx';
import { useDraftedForm } from './form-draft.ts';
import { Terms } from './form-fields.tsx';
import { Forecast } from './form-forecast.tsx';
import { Recipients } from './form-recipients.tsx';
import { SaveFailed, useSave } from './form-save.tsx';
import { argsOf, EMPTY } from './form-values.ts';

/** /dues/create: works without a connection too. */
const DueCreate = () => {
  const [id] = useState(() => uuidv7());
  const edit = useDraftedForm(drafts.due(), EMPTY);
  const { form, kept, discard, end } = edit;
  const { run, saved, failure, dismiss } = useSave('Failed to create due. Please try again.');
  const submit = form.handleSubmit(({ status: _, ...values }) =>
    run(async () => {
      await save('createDue', { id, ...argsOf(values) });
      end();
    }),
  );
  const busy = form.formState.isSubmitting;
  return (
    <>
      <Breadcrumb entries={[{ label: 'Dues', href: paths.dues() }, { label: 'Create Due' }]} />
      <PageHeader title="Create Due" subtitle="Each recipient gets an invoice by email on the send date." />
      <Card className="max-w-3xl">
        <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4.5 py-1" onSubmit={submit}>
          <Terms form={form} edit={edit} sending="When the first or only invoices go out" />
          <Recipients form={form} />
          <Forecast form={form} />
          <SaveFailed message={failure} onClose={dismiss} />
          {saved && <Created />}
          <div className="flex flex-wrap items-center justify-end gap-2">
            <span className="mr-auto empty:hidden max-md:basis-full">
              <DraftNote kept={kept} onDiscard={discard} />
            </span>
            <LinkButton look="quiet" href={paths.dues()}>
              Cancel
            </LinkButton>
            <Button type="submit" look="go" busy={busy} aria-disabled={saved || undefined}>
              {busy ? 'Creating...' : 'Create Due'}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
};

export default DueCreate;
