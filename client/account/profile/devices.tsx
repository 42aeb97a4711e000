import { useState } from 'react';
import { api, messageOf } from '../../device/api.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { Loaded, useLoaded } from '../../screens/loaded.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatDate, formatDateTime } from '../../ui/format.ts';
import { useLast } from '../../ui/frozen.ts';
import { toast } from '../../ui/toast.tsx';

type Device = { id: string; device: string | null; createdAt: string; lastUsedAt: string; isCurrent: boolean };

export const Devices = () => {
  const loaded = useLoaded<{ sessions: Device[] }>('/api/auth/sessions', 'Failed to load your devices.');
  const [asked, ask] = useState<Device | 'others' | null>(null);
  const [problem, setProblem] = useState('');
  const end = async (device: Device | 'others') => {
    setProblem('');
    const { path, done, failed } = callTo(device);
    await api(`/api/auth/sessions${path}`, { method: 'DELETE' }).then(
      () => toast(done),
      (error) => setProblem(messageOf(error, failed)),
    );
    await loaded.load();
  };
  return (
    <Card title="Where You’re Signed In">
      {problem && (
        <div className="mb-3">
          <ErrorAlert message={problem} onClose={() => setProblem('')} />
        </div>
      )}
      <Loaded {...loaded} offline="You are offline. You need a connection to see your devices.">
        {({ sessions }) => (
          <>
            <DeviceList devices={sessions} onEnd={ask} />
            {sessions.length > 2 && (
              <Button className="mt-3" onClick={() => ask('others')}>
                Sign Out Everywhere Else
              </Button>
            )}
          </>
        )}
      </Loaded>
      <EndDialog asked={asked} onClose={() => ask(null)} onEnd={end} />
    </Card>
  );
};

const callTo = (device: Device | 'others') =>
  device === 'others'
    ? {
        path: '',
        done: 'All other devices are signed out',
        failed: 'Failed to sign out the other devices. Please try again.',
      }
    : {
        path: `/${device.id}`,
        done: 'That device is signed out',
        failed: 'Failed to sign out that device. Please try again.',
      };

type Props = {
  asked: Device | 'others' | null;
  onClose: () => void;
  onEnd: (device: Device | 'others') => Promise<void>;
};

const EndDialog = ({ asked, onClose, onEnd }: Props) => {
  const shown = useLast(asked);
  return (
    shown && (
      <ConfirmDialog
        open={asked !== null}
        onClose={onClose}
        title={shown === 'others' ? 'Sign Out Everywhere Else' : 'Sign Out Device'}
        confirm="Sign Out"
        busyLabel="Signing out…"
        onConfirm={() => onEnd(shown)}
      >
        {shown === 'others' ? (
          <p>
            Every other device will be signed out and will need your password to sign in again. Unsent changes stay on
            those devices until then.
          </p>
        ) : (
          <p>
            <b className="font-semibold text-ink">{nameOf(shown)}</b> will be signed out and will need your password to
            sign in again. Unsent changes stay on that device until then.
          </p>
        )}
      </ConfirmDialog>
    )
  );
};

/** This device is first. */
const DeviceList = ({ devices, onEnd }: { devices: readonly Device[]; onEnd: (device: Device) => void }) => (
  <ul aria-label="Devices" className="grid divide-y divide-line">
    {devices
      .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
      .map((device) => (
        <li key={device.id} className="flex items-center justify-between gap-3 py-2.5 first:pt-0 last:pb-0">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
              {nameOf(device)} {device.isCurrent && <Badge>This device</Badge>}
            </p>
            <p className="num text-ink-3 text-sm">
              {device.isCurrent ? '' : `Last used ${formatDateTime(device.lastUsedAt)} · `}Signed in{' '}
              {formatDate(device.createdAt)}
            </p>
          </div>
          {!device.isCurrent && (
            <Button size="small" aria-label={`Sign Out There: ${nameOf(device)}`} onClick={() => onEnd(device)}>
              Sign Out There
            </Button>
          )}
        </li>
      ))}
  </ul>
);

const nameOf = ({ device }: Device) => device ?? 'Unknown device';
