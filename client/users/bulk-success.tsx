import { useState } from 'react';
import { useOnline, useRows, useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Facts } from '../ui/card.tsx';
import { formatCount } from '../ui/format.ts';
import type { Summary } from './bulk-create.ts';
import type { Reading } from './bulk-reading.ts';

const SHOWN_MS = 5000;
const STALE = 'Users created successfully, but failed to refresh the list. Please refresh the page.';

/** The last step: what was created, and what happens next. */
export const Success = ({ summary, reading }: { summary: Summary; reading: Reading }) => {
  const [told, setTold] = useState(false);
  const stale = useStale(reading);
  const { usersCreated, addressesCreated, usersReactivated = 0 } = summary;
  return (
    <>
      {!told && (
        <Alert tone="success" clearAfter={SHOWN_MS} onClose={() => setTold(true)}>
          Successfully created {usersCreated} users and {addressesCreated} addresses
        </Alert>
      )}
      {stale && <Alert tone="error">{STALE}</Alert>}
      <Facts
        entries={[
          ['New users', <Count key="users">{usersCreated}</Count>],
          ['Addresses', <Count key="addresses">{addressesCreated}</Count>],
          ['Reactivated', usersReactivated > 0 ? <Count key="reactivated">{usersReactivated}</Count> : null],
        ]}
      />
      <p className="text-ink-2">
        Invitation emails have been sent to new users. Reactivated users can use their existing credentials.
      </p>
    </>
  );
};

const Count = ({ children }: { children: number }) => <span className="num">{formatCount(children)}</span>;

/** Whether the list could not be brought up to date: the pull after the creation has failed, and they are not here. */
const useStale = ({ state }: Reading): boolean => {
  const online = useOnline();
  const { failed } = useSync();
  const users = useRows('user');
  if (!failed && online) return false;
  const last = state.phase === 'read' ? state.content.rows.at(-1)?.row?.resident_email : undefined;
  return !users.all.some(({ email, deleted_at }) => email === last && !deleted_at);
};
