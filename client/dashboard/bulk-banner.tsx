import { useState } from 'react';
import { paths } from '../paths.ts';
import { useCan, useUser } from '../session.ts';
import { Alert } from '../ui/alert.tsx';
import { LinkButton } from '../ui/button.tsx';
import { local } from '../ui/local-storage.ts';
import { isNew } from './labels.ts';

const keyOf = (user_id: string) => `porchlight.bulk-banner-dismissed/${user_id}`;

/** Leads a superadmin who has just begun to the import of residents, until they want to hear no more of it. */
export const BulkBanner = ({ now }: { now: Date }) => {
  const user = useUser();
  const manages = useCan('hoa.manage');
  const [dismissed, setDismissed] = useState(() => local.get(keyOf(user.id)) !== null);
  const dismiss = () => {
    local.set(keyOf(user.id), '1');
    setDismissed(true);
  };
  if (!manages || dismissed || !isNew(user, now)) return null;
  return (
    <Alert tone="info" title="Bring your community in" onClose={dismiss}>
      <p>Add all your residents and their addresses at once, from a spreadsheet.</p>
      <LinkButton variant="primary" size="small" href={paths.bulkUpload()} className="mt-2.5">
        Add Residents
      </LinkButton>
    </Alert>
  );
};
