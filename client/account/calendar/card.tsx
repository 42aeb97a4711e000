import { CalendarPlus, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../device/api.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Loaded, useLoaded } from '../../screens/loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';

type Feed = { createdAt: string | null };

/** The person's due dates for the calendar on their phone or computer, by a secret address. */
export const CalendarCard = () => {
  const feed = useLoaded<Feed>('/api/calendar', 'Failed to load your calendar link.');
  const { url, problem, dismiss, make, end } = useAddress(feed.load);
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null);
  const card = useScrolledTo('#calendar');
  return (
    <div id="calendar" ref={card} className="scroll-mt-20">
      <Card title="Calendar">
        <div className="grid gap-3">
          <p className="text-ink-2">
            See your due dates in your own calendar: dues, invoices, violations and requests.
          </p>
          <ErrorAlert message={problem} onClose={dismiss} />
          <Loaded {...feed}>
            {({ createdAt }) => (
              <>
                {url ? <Address url={url} /> : createdAt && <MadeOn createdAt={createdAt} />}
                <FeedActions createdAt={createdAt} disabled={!feed.online} onAsk={setAsking} onMake={make} />
              </>
            )}
          </Loaded>
        </div>
      </Card>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={asking === 'end' ? 'Turn Off Calendar Link' : 'Get New Calendar Link'}
        confirm={asking === 'end' ? 'Turn Off' : 'New Link'}
        onConfirm={asking === 'end' ? end : make}
      >
        Calendars using the current link will stop updating.
      </ConfirmDialog>
    </div>
  );
};

const MadeOn = ({ createdAt }: { createdAt: string }) => (
  <p className="text-ink-3 text-sm">
    Your link was created on {formatDate(createdAt)} and can’t be shown again. Lost it? Get a new one.
  </p>
);

type ActionProps = Feed & {
  disabled: boolean;
  onAsk: (change: 'renew' | 'end') => void;
  onMake: () => Promise<void>;
};

const FeedActions = ({ createdAt, disabled, onAsk, onMake }: ActionProps) => (
  <div className="flex flex-wrap gap-2">
    {createdAt ? (
      <>
        <Button disabled={disabled} onClick={() => onAsk('renew')}>
          {' '}
          New Link{' '}
        </Button>
        <Button disabled={disabled} onClick={() => onAsk('end')}>
          Turn Off
        </Button>
      </>
    ) : (
      <Button icon={CalendarPlus} disabled={disabled} onClick={() => void onMake()}>
        Get Calendar Link
      </Button>
    )}
  </div>
);

/** The address is known where it was just made. */
const useAddress = (load: () => Promise<void>) => {
  const [url, setUrl] = useState('');
  const { submit, failure, dismiss } = useSubmit('Your calendar link could not be changed. Please try again.', {
    repeat: true,
  });
  const change = async (call: () => Promise<string>, said: string) => {
    await submit(async () => {
      setUrl(await call());
      toast(said);
    });
    await load();
  };
  return {
    url,
    problem: failure,
    dismiss,
    make: () => change(makeAddress, 'Your calendar link is ready'),
    end: () => change(endAddress, 'Calendar link turned off'),
  };
};

const makeAddress = async () => (await api<{ url: string }>('/api/calendar', { method: 'POST' })).url;
const endAddress = async () => {
  await api('/api/calendar', { method: 'DELETE' });
  return '';
};

/** Shown until the screen is left. */
const Address = ({ url }: { url: string }) => {
  return (
    <div className="grid gap-3">
      <Field
        label="Calendar link"
        hint="Add it to your calendar as a subscription. Anyone with the link can see these dates, so keep it private. It is shown only once."
      >
        <Input readOnly value={url} onFocus={({ target }) => target.select()} />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={Copy} onClick={() => void copyText(url, 'The calendar link is copied')}>
          Copy
        </Button>
        <a
          href={url.replace(/^https?:/, 'webcal:')}
          className="py-1 font-medium text-pine-text hover:underline max-md:py-2.5"
        >
          Open in your calendar
        </a>
      </div>
    </div>
  );
};

/** Scrolls to the part of a screen that a link names. */
const useScrolledTo = (hash: string) => {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (location.hash === hash) part.current?.scrollIntoView();
  }, [hash]);
  return part;
};
