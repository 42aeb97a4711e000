import { MailOpen, Tag, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { ANNOUNCEMENT_CATEGORIES } from '../../../schema/announcements.ts';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { canDelete, canEdit, isReadable } from '../../../sync/announcements/entity.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { type Act, changeMany } from '../../forms/change-many.ts';
import { BulkConfirm, BulkPick, type BulkProps, SelectionBar } from '../../screens/selection-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { formatLabel, formatPlural } from '../../ui/format.ts';
import { CATEGORY_OPTIONS, useHasRead } from './model.ts';

/** The bar over selected announcements. */
const Bulk = ({ selection, found }: BulkProps) => {
  const user = useUser();
  const { ids, clear } = selection;
  const announcements = useRows('announcement');
  const hasRead = useHasRead();
  const chosen = useMemo(() => ids.flatMap((id) => announcements.get(id) ?? []), [ids, announcements]);
  const [drafts, removable] = [
    chosen.filter((one) => canEdit(user, one)),
    chosen.filter((one) => canDelete(user, one)),
  ];
  const run = async (act: Act<'announcement'>) => {
    await changeMany(ids, act);
    clear();
  };
  return (
    <SelectionBar selection={selection} found={found}>
      <Button size="small" icon={MailOpen} onClick={() => void run(markingRead(hasRead))}>
        Mark as Read
      </Button>
      {drafts.length > 0 && (
        <BulkPick
          icon={Tag}
          label="Category"
          title="Set Category"
          options={CATEGORY_OPTIONS}
          onPick={(category) => void run(settingCategory((one) => canEdit(user, one), category as Category))}
        />
      )}
      {removable.length > 0 && (
        <BulkConfirm
          icon={Trash2}
          label="Delete"
          title={`Delete ${formatPlural(removable.length, 'Draft')}?`}
          onConfirm={() => run(deleting((one) => canDelete(user, one)))}
        >
          <p>Drafts and announcements that failed to send are deleted with their attachments. You can’t undo this.</p>
        </BulkConfirm>
      )}
    </SelectionBar>
  );
};

export default Bulk;

type Category = (typeof ANNOUNCEMENT_CATEGORIES)[number];
type May = (announcement: Announcement) => boolean;

const shared = { entity: 'announcement', things: ['announcement', 'announcements'] } as const;

const markingRead = (hasRead: (id: string) => boolean): Act<'announcement'> => ({
  ...shared,
  isDone: ({ id }) => hasRead(id),
  may: isReadable,
  leftOut: 'drafts can’t be marked as read',
  write: ({ id }) => ({ mutation: 'markAnnouncementRead', args: { id } }),
  said: (count) => `${count} marked as read`,
});

const settingCategory = (may: May, category: Category): Act<'announcement'> => ({
  ...shared,
  to: { category },
  may,
  leftOut: 'only drafts can be changed',
  write: ({ id }) => ({ mutation: 'updateAnnouncement', args: { id, category } }),
  undo: (row) => ({ mutation: 'updateAnnouncement', args: { id: row.id, category: row.category } }),
  said: (count) => `${count} set to ${formatLabel(category)}`,
});

const deleting = (may: May): Act<'announcement'> => ({
  ...shared,
  may,
  leftOut: 'only drafts and failed announcements can be deleted',
  write: ({ id }) => ({ mutation: 'deleteAnnouncement', args: { id } }),
  said: (count) => `${count} deleted`,
});
