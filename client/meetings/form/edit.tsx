import { Redirect, useLocation } from 'wouter';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { versionsOf } from '../../../sync/versions.ts';
import { save } from '../../device/store.ts';
import { withChanges } from '../../forms/changes.ts';
import { paths } from '../../paths.ts';
import { withFlash } from '../../screens/notice-alert.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { LOADER } from '../model.ts';
import { drafts } from '../outbox.ts';
import { useZone } from '../time.ts';
import { changedArgs, checkOf, valuesOf } from './form-model.ts';
import { MeetingFormScreen } from './form-screen.tsx';

/** /meetings/:id/edit */
const MeetingEdit = () => <RecordLoader {...LOADER}>{(meeting) => <Edit meeting={meeting} />}</RecordLoader>;

export default MeetingEdit;

const Edit = ({ meeting }: { meeting: Meeting }) => {
  const { id, title, status, notice_announcement_id } = meeting;
  const zone = useZone();
  const now = valuesOf(meeting, zone);
  const [, navigate] = useLocation();
  const isDraft = status === 'draft';
  if (status === 'canceled') return <Redirect to={paths.meeting(id)} replace />;
  return (
    <>
      <Breadcrumb entries={[LOADER.list, { label: title, href: paths.meeting(id) }, { label: 'Edit' }]} />
      <PageHeader title="Edit Meeting" documentTitle={`Edit: ${title}`} />
      {notice_announcement_id && (
        <Alert tone="info">Notice has been sent. If the time or place changes, send a new one.</Alert>
      )}
      <MeetingFormScreen
        draftKey={drafts.edit(id)}
        values={now}
        check={checkOf(now)}
        zone={zone}
        isKindFixed={!isDraft}
        submit={isDraft ? 'Schedule Meeting' : 'Save Changes'}
        asDraft={isDraft}
        cancelHref={paths.meeting(id)}
        fallback="The meeting could not be saved. Please try again."
        onSave={async (_, asDraft, { base: __, ...changes }) => {
          const args = changedArgs(withChanges(now, changes), changes, zone);
          const base = versionsOf(meeting, Object.keys(args));
          const schedules = isDraft && !asDraft;
          if (schedules || Object.keys(args).length > 0)
            await save('updateMeeting', { id, ...args, base, ...(schedules && { status: 'scheduled' }) });
        }}
        onSaved={() => navigate(paths.meeting(id), withFlash('Meeting updated successfully'))}
      />
    </>
  );
};
