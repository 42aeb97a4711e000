import { FilePen } from 'lucide-react';
import { useState } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { MeetingProxy } from '../../../schema/tables/voters.ts';
import { type ProxyState, proxiesByUnit, stateOfProxy } from '../../../sync/meetings/proxies/proxies.ts';
import { proxyDeadline, takesProxies } from '../../../sync/meetings/proxies/proxy-rules.ts';
import { useRows } from '../../device/store.ts';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { usePeople } from '../../screens/people.tsx';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatDate, formatPlural } from '../../ui/format.ts';
import { Menu } from '../../ui/menu.tsx';
import { isBoardMeeting } from '../model.ts';
import { useHoaTime } from '../time.ts';
import { directionsInWords, KIND_WORDS, ProxyBadge } from './instructions.tsx';
import { PhotoField, ProxyPhoto, useProxyPhoto } from './photo.tsx';
import { RecordDialog } from './record-dialog.tsx';
import { type Ruling, RulingDialog } from './ruling-dialog.tsx';

type Props = { meeting: Meeting };

/** All proxies of a meeting of the members with their status, for the board. */
export const ProxiesPanel = ({ meeting }: Props) => {
  const proxies = useRows('proxy').by('meeting_id', meeting.id);
  const time = useHoaTime();
  const [isRecording, setRecording] = useState(false);
  if (isBoardMeeting(meeting)) return null;
  const books = { time_zone: time.zone, meeting, proxiesByUnit: proxiesByUnit({ meeting, proxies }) };
  const sorted = proxies.toSorted((a, b) => (a.recorded_at < b.recorded_at ? 1 : -1));
  const active = sorted.filter((proxy) => stateOfProxy(books, proxy) === 'active').length;
  return (
    <Card
      title={sorted.length > 0 ? `Proxies (${active})` : 'Proxies'}
      flush
      actions={
        takesProxies(meeting) && (
          <Button size="small" icon={FilePen} onClick={() => setRecording(true)}>
            Record a Paper Proxy
          </Button>
        )
      }
    >
      {sorted.length === 0 ? (
        <None meeting={meeting} />
      ) : (
        <>
          <p className="num px-4 pt-1 text-ink-2">
            {formatPlural(active, 'unit')} by proxy; accepted in the app until {time.short(proxyDeadline(meeting))}
          </p>
          <ul className="px-4 pb-2">
            {sorted.map((proxy) => (
              <Row key={proxy.id} proxy={proxy} status={stateOfProxy(books, proxy)} />
            ))}
          </ul>
        </>
      )}
      <RecordDialog meeting={meeting} open={isRecording} onClose={() => setRecording(false)} />
    </Card>
  );
};

const None = ({ meeting }: Props) => {
  const time = useHoaTime();
  return (
    <p className="px-4 py-3.5 text-ink-2">
      {meeting.rules?.proxies.allowed === false
        ? 'This meeting’s rules don’t allow proxies.'
        : `No proxies yet. Owners can give one in the app until ${time.short(proxyDeadline(meeting))}. Record paper proxies here.`}
    </p>
  );
};

type RowProps = { proxy: MeetingProxy; status: ProxyState };

const Row = ({ proxy, status }: RowProps) => {
  const [ruling, setRuling] = useState<Ruling | null>(null);
  const [isAttaching, setAttaching] = useState(false);
  const rule = (label: string, to: Ruling) => ({ label, onSelect: () => setRuling(to) });
  const entries = [
    proxy.way === 'paper' && {
      label: proxy.photo ? 'Replace the Photo' : 'Attach a Photo',
      onSelect: () => setAttaching(true),
    },
    proxy.status === 'active' && rule('Record a Revocation', 'revoke'),
    proxy.status === 'active' && rule('Mark as Not Valid', 'invalid'),
    proxy.status === 'invalid' && rule('Mark as Valid', 'active'),
  ].filter((entry) => entry !== false);
  return (
    <li className="flex items-start justify-between gap-3 border-line border-t py-2.5 first:border-t-0">
      <About proxy={proxy} status={status} />
      {entries.length > 0 && <Menu label={`Options for the proxy of ${proxy.giver_name}`} entries={entries} />}
      <PhotoDialog proxy={proxy} open={isAttaching} onClose={() => setAttaching(false)} />
      <RulingDialog proxy={proxy} ruling={ruling} onClose={() => setRuling(null)} />
    </li>
  );
};

const About = ({ proxy, status }: RowProps) => {
  const time = useHoaTime();
  const people = usePeople();
  const items = useRows('agendaItem');
  const waiting = useWaiting().get(proxy.id);
  const signed =
    proxy.way === 'paper'
      ? `on paper, signed ${formatDate(proxy.signed_at)}`
      : `in the app, ${time.short(proxy.signed_at)}`;
  const directions = directionsInWords(proxy.directions, (id) => items.get(id)?.title ?? 'an item');
  return (
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-2">
        <b className="font-semibold">{people.address(proxy) || 'A unit'}</b>
        <ProxyBadge status={status} />
        <WaitingMark item={waiting} />
      </p>
      <p>
        {proxy.giver_name} to {proxy.holder_name}
      </p>
      <p className="num text-ink-3 text-sm">
        {KIND_WORDS[proxy.kind].label}, {signed}
        {directions && `. ${directions}`}
        {proxy.revoked_at && `. Revoked ${time.short(proxy.revoked_at)} by ${proxy.revoked_by_name}`}
        {proxy.status_reason && `. ${proxy.status_reason}`}
      </p>
      <ProxyPhoto proxy={proxy} />
    </div>
  );
};

type PhotoProps = { proxy: MeetingProxy; open: boolean; onClose: () => void };

/** A photo for a proxy that is recorded already. */
const PhotoDialog = ({ open, ...props }: PhotoProps) => (
  <Dialog open={open} onClose={props.onClose} title="Photo of the Paper Proxy">
    <PhotoForm {...props} />
  </Dialog>
);

const PhotoForm = ({ proxy, onClose }: Omit<PhotoProps, 'open'>) => {
  const { record, ...photo } = useProxyPhoto();
  const { submit, fail, ...edit } = useSubmit('The photo could not be saved. Please try again.');
  const attach = async () => {
    if (!photo.file) return fail('Please choose a photo.');
    if (await submit(() => record(proxy.id, async () => undefined))) onClose();
  };
  return (
    <SaveForm edit={{ ...edit, save: attach }} submit="Attach Photo" onCancel={onClose}>
      <p className="text-ink-2">
        {proxy.photo
          ? 'It replaces the current photo.'
          : `The signed proxy of ${proxy.giver_name} to ${proxy.holder_name}.`}
      </p>
      <PhotoField {...photo} label="Photo" />
    </SaveForm>
  );
};
