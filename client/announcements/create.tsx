import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { useLocation } from 'wouter';
import { DELIVERY_METHODS } from '../../schema/announcements.ts';
import { drafts, paths } from '../paths.ts';
import { save } from '../store.ts';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { withBanner } from './banner.tsx';
import { AnnouncementForm } from './form.tsx';
import { EMPTY } from './form-values.ts';

/** /announcements/create */
const AnnouncementCreate = () => {
  const [id] = useState(() => uuidv7());
  const [, navigate] = useLocation();
  return (
    <>
      <Breadcrumb
        entries={[{ label: 'Announcements', href: paths.announcements() }, { label: 'Create Announcement' }]}
      />
      <PageHeader title="Create Announcement" subtitle="It stays a draft until you send it." />
      <AnnouncementForm
        id={id}
        draftKey={drafts.announcement()}
        values={EMPTY}
        verb="Create Draft"
        busyVerb="Creating..."
        cancelHref={paths.announcements()}
        failed="Failed to create announcement"
        onSave={(values) => save('createAnnouncement', { id, ...values, delivery_methods: DELIVERY_METHODS })}
        onSaved={() => navigate(paths.announcements(), withBanner('Announcement created successfully'))}
      />
    </>
  );
};

export default AnnouncementCreate;
