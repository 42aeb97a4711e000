import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { save, useOnline, useRows } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

const STEPS = ['draft', 'in_review', 'approved', 'published'] as const;
const LABELS = { draft: 'Draft', in_review: 'In review', approved: 'Approved', published: 'Published' } as const;

/** The status of the minutes, and the next steps. */
export const MinutesSteps = ({ meeting }: { meeting: Meeting }) => {
  const status = meeting.minutes_status === 'none' ? 'draft' : meeting.minutes_status;
  const online = useOnline();
  const { submit, busy, failure, dismiss } = useSubmit('This could not be saved. Please try again.', { repeat: true });
  const move = (next: 'draft' | 'in_review' | 'approved') =>
    void submit(() => save('setMinutesStatus', { meeting_id: meeting.id, status: next }));
  const approved = meeting.minutes_approved_on !== null;
  return (
    <div className="grid gap-2 print:hidden">
      <Progress status={status} />
      <div className="flex flex-wrap gap-2">
        {status === 'draft' && !approved && (
          <Button disabled={busy} onClick={() => move('in_review')}>
            Send for Review
          </Button>
        )}
        {status === 'in_review' && (
          <>
            <Button disabled={busy} onClick={() => move('draft')}>
              Back to Draft
            </Button>
            <Button variant="primary" disabled={busy} onClick={() => move('approved')}>
              Approve
            </Button>
          </>
        )}
        <Publish meeting={meeting} busy={busy} submit={submit} />
      </div>
      {!online && <p className="text-ink-3 text-sm">{LATER}</p>}
      {!approved && (
        <p className="text-ink-3 text-sm">
          A motion at the next meeting can also approve them. Approved sections are locked.
        </p>
      )}
      <ErrorAlert message={failure} onClose={dismiss} />
    </div>
  );
};

const LATER = 'Minutes will be published when you are back online.';

const Progress = ({ status }: { status: (typeof STEPS)[number] }) => (
  <ol aria-label="Steps of the minutes" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
    {STEPS.map((step, index) => (
      <li
        key={step}
        aria-current={step === status ? 'step' : undefined}
        className={clsx('flex items-center gap-1', step === status ? 'font-semibold' : 'text-ink-3')}
      >
        {index < STEPS.indexOf(status) && <Check aria-label="done" className="size-3.5" />}
        {LABELS[step]}
      </li>
    ))}
  </ol>
);

type PublishProps = { meeting: Meeting } & Pick<ReturnType<typeof useSubmit>, 'busy' | 'submit'>;

const Publish = ({ meeting, busy, submit }: PublishProps) => {
  const online = useOnline();
  const document = useRows('document').get(meeting.minutes_document_id);
  const approved = meeting.minutes_approved_on !== null;
  const publish = async () => {
    if (await submit(() => save('publishMinutes', { meeting_id: meeting.id })))
      void toast(online ? 'The minutes are being published' : LATER);
  };
  return (
    <>
      <Button variant={approved ? 'primary' : 'secondary'} disabled={busy} onClick={() => void publish()}>
        {approved ? (document ? 'Publish Again' : 'Publish') : 'Publish as DRAFT'}
      </Button>
      {document && (
        <LinkButton variant="ghost" href={paths.documentsNamed(document.title)}>
          Open the Document
        </LinkButton>
      )}
    </>
  );
};
