import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { useLocation } from 'wouter';
import { DELIVERY_METHODS } from '../../../schema/announcements.ts';
import { save } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { withFlash } from '../../screens/notice-alert.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { AnnouncementForm } from './form.tsx';
import { EMPTY } from './form-model.ts';
import { LIST } from './model.ts';
import { drafts } from './outbox.ts';

/** /announcements/create */
const AnnouncementCreate = () => {
  const [id] = useState(() => uuidv7());
  const [, navigate] = useLocation();
  return (
    <>
      <Breadcrumb entries={[LIST, { label: 'Create Announcement' }]} />
      <PageHeader title="Create Announcement" subtitle="Choose who gets it, write it, and send it now or later." />
      <AnnouncementForm
        id={id}
        draftKey={drafts.create()}
        values={EMPTY}
        submit="Create Draft"
        submitting="Creating…"
        cancelHref={paths.announcements()}
        fallback="Failed to create announcement"
        onSave={(values) => save('createAnnouncement', { id, ...values, delivery_methods: DELIVERY_METHODS })}
        onSaved={() => navigate(paths.announcements(), withFlash('Announcement created successfully'))}
      />
    </>
  );
};

export default AnnouncementCreate;
