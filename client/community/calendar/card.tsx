import { CalendarPlus, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLoaded } from '../../account/api-access/model.ts';
import { Loaded } from '../../account/api-access/parts.tsx';
import { api, messageOf } from '../../device/api.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';

type Feed = { createdAt: string | null };

/** The person's due dates for the calendar on their phone or computer, by a secret address. */
export const CalendarCard = () => {
  const { body, failure, online, load } = useLoaded<Feed>('/api/calendar', 'Failed to load your calendar address.');
  const [url, setUrl] = useState('');
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null);
  const [problem, setProblem] = useState('');
  const change = async (call: () => Promise<string>, said: string) => {
    setProblem('');
    try {
      setUrl(await call());
      toast(said);
    } catch (error) {
      setProblem(messageOf(error, 'This did not work. Please try again.'));
    }
    await load();
  };
  const make = () => change(makeAddress, 'Your calendar address is ready');
  const end = () => change(endAddress, 'The calendar address is turned off');
  const card = useScrolledTo('#calendar');
  return (
    <div id="calendar" ref={card} className="scroll-mt-20">
      <Card title="Calendar">
        <div className="grid gap-3">
          <p className="text-ink-2">
            Your due dates in the calendar you use anyway: dues, invoices, violations and requests that concern you.
          </p>
          <ErrorAlert message={problem} onClose={() => setProblem('')} />
          <Loaded isLoaded={body !== null} failure={failure} online={online} onRetry={() => void load()}>
            {url && <Address url={url} />}
            {!url && body?.createdAt && (
              <p className="text-ink-3 text-sm">
                Your address was made on {formatDate(body.createdAt)} and is not shown again. Lost it? Make a new one.
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              {body?.createdAt ? (
                <>
                  <Button disabled={!online} onClick={() => setAsking('renew')}>
                    New Address
                  </Button>
                  <Button disabled={!online} onClick={() => setAsking('end')}>
                    Turn Off
                  </Button>
                </>
              ) : (
                <Button icon={CalendarPlus} disabled={!online} onClick={() => void make()}>
                  Get Calendar Address
                </Button>
              )}
            </div>
          </Loaded>
        </div>
      </Card>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={asking === 'end' ? 'Turn off your calendar address?' : 'Make a new calendar address?'}
        confirm={asking === 'end' ? 'Turn Off' : 'New Address'}
        onConfirm={asking === 'end' ? end : make}
      >
        Calendars that use the address of now stop being updated.
      </ConfirmDialog>
    </div>
  );
};

const makeAddress = async () => (await api<{ url: string }>('/api/calendar', { method: 'POST' })).url;
const endAddress = async () => {
  await api('/api/calendar', { method: 'DELETE' });
  return '';
};

/** Shown until the screen is left. */
const Address = ({ url }: { url: string }) => {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast('The calendar address is copied'),
      () => toast('It could not be copied. Please select it and copy it by hand.'),
    );
  return (
    <div className="grid gap-3">
      <Field
        label="Calendar address"
        hint="Add it to your calendar as a subscription. Whoever has it sees these dates, so keep it to yourself. It is shown this once."
      >
        <Input readOnly value={url} onFocus={({ target }) => target.select()} />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={Copy} onClick={() => void copy()}>
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

/** For links to a part of a screen. */
const useScrolledTo = (hash: string) => {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (location.hash === hash) part.current?.scrollIntoView();
  }, [hash]);
  return part;
};
