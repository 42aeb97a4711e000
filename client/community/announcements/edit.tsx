import { Redirect, useLocation } from 'wouter';
import type { Versions } from '../../../schema/edits.ts';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import type { User } from '../../../schema/tables/users.ts';
import { canEdit } from '../../../sync/announcements/entity.ts';
import { useUser } from '../../device/session.ts';
import { save, useRows } from '../../device/store.ts';
import { type Changes, changesOf, withChanges } from '../../forms/changes.ts';
import { paths } from '../../paths.ts';
import { withFlash } from '../../screens/notice-alert.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { useDraft, useDrafts } from '../../ui/draft.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { AnnouncementForm } from './form.tsx';
import { EMPTY, type Values, valuesOf } from './form-model.ts';
import { LIST } from './model.ts';
import { drafts } from './outbox.ts';
import { AnnouncementLoader } from './stored.tsx';

/** /announcements/:id/edit */
const AnnouncementEdit = () => (
  <AnnouncementLoader title="Edit Announcement">
    {(announcement) => <Edit announcement={announcement} />}
  </AnnouncementLoader>
);

export default AnnouncementEdit;

const Edit = ({ announcement }: { announcement: Announcement }) =>
  canEdit(useUser(), announcement) ? (
    <DraftForm announcement={announcement} />
  ) : (
    <NoDraft announcement={announcement} />
  );

/** An announcement that is no longer a draft can only be read. Text typed here before that is kept, and can
 * become a new one. */
const NoDraft = ({ announcement }: { announcement: Announcement }) => {
  const { id, title, status } = announcement;
  const { value, kept, discard } = useDraft<Partial<Changes<Values>>>(drafts.edit(id), {});
  const { put } = useDrafts();
  const [, navigate] = useLocation();
  if (!kept) return <Redirect to={paths.announcement(id)} replace />;
  const startAnew = () => {
    put(drafts.create(), changesOf(EMPTY, withChanges(valuesOf(announcement, never), value as Changes<Values>)));
    discard();
    navigate(paths.announcementCreate());
  };
  return (
    <>
      <Breadcrumb entries={[LIST, { label: title, href: paths.announcement(id) }, { label: 'Edit' }]} />
      <PageHeader title="Edit Announcement" documentTitle={`Edit: ${title}`} />
      <Alert
        tone="info"
        title={status === 'scheduled' ? 'This announcement is scheduled' : 'This announcement was sent'}
      >
        <p>
          {status === 'scheduled'
            ? 'Cancel the schedule to keep editing, or use your text for a new announcement.'
            : 'You can’t change it anymore. Your text is saved on this device, and you can use it for a new announcement.'}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="small" onClick={startAnew}>
            Use as New Draft
          </Button>
          <LinkButton size="small" href={paths.announcement(id)}>
            View Announcement
          </LinkButton>
          <Button size="small" variant="ghost" onClick={discard}>
            Discard My Text
          </Button>
        </div>
      </Alert>
    </>
  );
};

const never = () => false;

const DraftForm = ({ announcement }: { announcement: Announcement }) => {
  const { id, title } = announcement;
  const users = useRows('user');
  const values = valuesOf(announcement, (user_id) => isGone(users.get(user_id)));
  const [, navigate] = useLocation();
  return (
    <>
      <Breadcrumb entries={[LIST, { label: title, href: paths.announcement(id) }, { label: 'Edit' }]} />
      <PageHeader title="Edit Announcement" documentTitle={`Edit: ${title}`} />
      <AnnouncementForm
        id={id}
        draftKey={drafts.edit(id)}
        values={values}
        announcement={announcement}
        submit="Update Announcement"
        submitting="Updating..."
        cancelHref={paths.announcement(id)}
        fallback="Failed to update announcement"
        onSave={(_, { base, ...changes }) => saveChanges(id, changes, base)}
        onSaved={() => navigate(paths.announcement(id), withFlash('Announcement updated successfully'))}
      />
    </>
  );
};

const saveChanges = async (id: string, changes: object, base: Versions) => {
  if (Object.keys(changes).length > 0) await save('updateAnnouncement', { id, ...changes, base });
};

const isGone = (user: User | undefined) => user !== undefined && (user.status !== 'active' || user.deleted_at !== null);
