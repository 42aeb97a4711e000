import { useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { Announcement } from '../../schema/announcements.ts';
import type { User } from '../../schema/users.ts';
import { canEdit } from '../../sync/announcements.ts';
import { drafts, paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { save as saveChange, useRows } from '../store.ts';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { withBanner } from './banner.tsx';
import { AnnouncementForm } from './form.tsx';
import { changesOf, type Values, valuesOf } from './form-values.ts';
import { AnnouncementGate } from './gate.tsx';

/** /announcements/:id/edit */
const AnnouncementEdit = () => (
  <AnnouncementGate title="Edit Announcement">
    {(announcement) => <Edit announcement={announcement} />}
  </AnnouncementGate>
);

export default AnnouncementEdit;

/** What is not a draft, or no longer one, is only read. */
const Edit = ({ announcement }: { announcement: Announcement }) =>
  canEdit(useUser(), announcement) ? (
    <DraftForm announcement={announcement} />
  ) : (
    <Redirect to={paths.announcement(announcement.id)} replace />
  );

const DraftForm = ({ announcement }: { announcement: Announcement }) => {
  const { id, title } = announcement;
  const users = useRows('user');
  const [base] = useState(() => valuesOf(announcement, (user_id) => isGone(users.get(user_id))));
  const [, navigate] = useLocation();
  const save = async (values: Values) => {
    const changes = changesOf(base, values);
    if (Object.keys(changes).length > 0) await saveChange('updateAnnouncement', { id, ...changes });
  };
  return (
    <>
      <Breadcrumb
        entries={[
          { label: 'Announcements', href: paths.announcements() },
          { label: title, href: paths.announcement(id) },
          { label: 'Edit' },
        ]}
      />
      <PageHeader title="Edit Announcement" documentTitle={`Edit: ${title}`} />
      <AnnouncementForm
        id={id}
        draftKey={drafts.announcementEdit(id)}
        base={base}
        verb="Update Announcement"
        busyVerb="Updating..."
        cancelHref={paths.announcement(id)}
        failed="Failed to update announcement"
        onSave={save}
        onSaved={() => navigate(paths.announcement(id), withBanner('Announcement updated successfully'))}
      />
    </>
  );
};

const isGone = (user: User | undefined) => user !== undefined && (user.status !== 'active' || user.deleted_at !== null);
