import { Redirect, useLocation } from 'wouter';
import type { Versions } from '../../../schema/edits.ts';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import type { User } from '../../../schema/tables/users.ts';
import { canEdit } from '../../../sync/announcements/entity.ts';
import { useUser } from '../../device/session.ts';
import { save, useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { withFlash } from '../../screens/notice-alert.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { AnnouncementForm } from './form.tsx';
import { valuesOf } from './form-model.ts';
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

/** An announcement that is no longer a draft can only be read. */
const Edit = ({ announcement }: { announcement: Announcement }) =>
  canEdit(useUser(), announcement) ? (
    <DraftForm announcement={announcement} />
  ) : (
    <Redirect to={paths.announcement(announcement.id)} replace />
  );

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
