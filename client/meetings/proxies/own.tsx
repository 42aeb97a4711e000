import { useMemo, useState } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { MeetingProxy } from '../../../schema/tables/voters.ts';
import { countingOf, proxiesByUnit, stateOfProxy } from '../../../sync/meetings/proxies/proxies.ts';
import { proxyDeadline, takesProxies } from '../../../sync/meetings/proxies/proxy-rules.ts';
import { useUser } from '../../device/session.ts';
import { save, useRows } from '../../device/store.ts';
import { ConfirmChange } from '../../forms/confirm-change.tsx';
import { SENT_LATER, useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatAddress, formatDate } from '../../ui/format.ts';
import { useMinute } from '../model.ts';
import { useHoaTime } from '../time.ts';
import { GiveForm } from './give-form.tsx';
import { directionsInWords, KIND_WORDS, ProxyBadge } from './instructions.tsx';

type Props = { meeting: Meeting };
type Unit = { address_id: string; label: string };

/** The proxies of an owner’s units in a meeting of the members, to give and to revoke. */
export const OwnProxy = ({ meeting }: Props) => {
  const units = useOwnUnits(meeting);
  if (!takesProxies(meeting) || units.length === 0 || meeting.adjourned_at) return null;
  return (
    <Card title={units.length === 1 ? 'Your Proxy' : 'Your Proxies'}>
      <div className="grid gap-5">
        {units.map((unit) => (
          <OwnUnit key={unit.address_id} meeting={meeting} unit={unit} isOnly={units.length === 1} />
        ))}
      </div>
    </Card>
  );
};

/** Units that the person may vote for. Before the roll is frozen, that of their home: the server knows whether they own it. */
const useOwnUnits = ({ id, roll_frozen_at }: Meeting): Unit[] => {
  const user = useUser();
  const roll = useRows('rollUnit').by('meeting_id', id);
  const homes = useRows('address');
  const accounts = useRows('account').all;
  return useMemo(() => {
    const own = roll.filter(({ voter_ids, removed_at }) => !removed_at && voter_ids.includes(user.id));
    if (own.length > 0 || roll_frozen_at)
      return own.flatMap(({ address_id, label }) => (address_id ? [{ address_id, label }] : []));
    const held = accounts.filter(({ status, holder_ids }) => status === 'open' && holder_ids.includes(user.id));
    const ids = new Set([...held.map(({ address_id }) => address_id), ...(held.length > 0 ? [] : [user.address_id])]);
    return [...ids].flatMap((address_id) => {
      const home = homes.get(address_id);
      return home ? [{ address_id: home.id, label: formatAddress(home) }] : [];
    });
  }, [roll, homes, accounts, user, roll_frozen_at]);
};

const OwnUnit = ({ meeting, unit, isOnly }: Props & { unit: Unit; isOnly: boolean }) => {
  const all = useRows('proxy').by('meeting_id', meeting.id);
  const time = useHoaTime();
  const now = useMinute();
  const [isGiving, setGiving] = useState(false);
  const books = { time_zone: time.zone, meeting, proxiesByUnit: proxiesByUnit({ meeting, proxies: all }) };
  const shown = all
    .filter(({ address_id }) => address_id === unit.address_id)
    .toSorted((a, b) => (a.recorded_at < b.recorded_at ? 1 : -1));
  const active = shown.some((proxy) => stateOfProxy(books, proxy) === 'active');
  const deadline = proxyDeadline(meeting);
  const isOver = now > Date.parse(deadline);
  return (
    <section aria-label={unit.label} className="grid gap-3">
      {!isOnly && <h3 className="font-semibold">{unit.label}</h3>}
      {shown.map((proxy) => (
        <OwnRow key={proxy.id} meeting={meeting} proxy={proxy} status={stateOfProxy(books, proxy)} />
      ))}
      {shown.length === 0 && !isGiving && (
        <p className="text-ink-2">Can’t attend? Name someone to vote for {isOnly ? 'you' : unit.label}.</p>
      )}
      {isOver ? (
        <p className="text-ink-2">
          The deadline to give a proxy here was {time.short(deadline)}. Bring a signed paper proxy to the check-in desk.
        </p>
      ) : isGiving ? (
        <GiveForm meeting={meeting} address_id={unit.address_id} onDone={() => setGiving(false)} />
      ) : (
        <Give
          isFirst={shown.length === 0}
          isOther={active}
          until={time.short(deadline)}
          onGive={() => setGiving(true)}
        />
      )}
    </section>
  );
};

type GiveProps = { isFirst: boolean; isOther: boolean; until: string; onGive: () => void };

const Give = ({ isFirst, isOther, until, onGive }: GiveProps) => (
  <div className="grid gap-1.5">
    <span className="flex">
      <Button variant={isFirst ? 'primary' : 'secondary'} onClick={onGive}>
        {isOther ? 'Give a Different Proxy' : 'Give a Proxy'}
      </Button>
    </span>
    <p className="text-ink-3 text-sm">
      You can do this until {until}. A proxy is valid for this meeting and its adjournments.
    </p>
  </div>
);

type RowProps = Props & { proxy: MeetingProxy; status: ReturnType<typeof stateOfProxy> };

const OwnRow = ({ meeting, proxy, status }: RowProps) => {
  const time = useHoaTime();
  const items = useRows('agendaItem');
  const waiting = useWaiting().get(proxy.id);
  const [isAsking, setAsking] = useState(false);
  const given = proxy.way === 'paper' ? `on paper, ${formatDate(proxy.signed_at)}` : time.short(proxy.signed_at);
  const directions = directionsInWords(proxy.directions, (id) => items.get(id)?.title ?? 'an item');
  return (
    <div className="grid gap-1.5 rounded-md border border-line px-3.5 py-2.5">
      <p className="flex flex-wrap items-center gap-2">
        <b className="font-semibold [overflow-wrap:anywhere]">{proxy.holder_name}</b>
        <ProxyBadge status={status} />
        <WaitingMark item={waiting} />
      </p>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        {KIND_WORDS[proxy.kind].label}, given by {proxy.giver_name} ({given}).
        {directions && ` ${directions}.`}
        {proxy.status_reason && ` ${proxy.status_reason}`}
      </p>
      {waiting && proxy.way === 'app' && status === 'active' && (
        <p className="text-amber text-sm">
          {SENT_LATER} It must be sent by {time.short(proxyDeadline(meeting))}.
        </p>
      )}
      {(status === 'active' || status === 'superseded') && (
        <span className="flex">
          <Button size="small" onClick={() => setAsking(true)}>
            Revoke
          </Button>
        </span>
      )}
      <RevokeDialog meeting={meeting} proxy={proxy} open={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
};

const RevokeDialog = ({
  meeting,
  proxy,
  ...dialog
}: Omit<RowProps, 'status'> & { open: boolean; onClose: () => void }) => {
  const now = useMinute();
  const earlier = useEarlierProxy(meeting, proxy);
  // A resident's device does not hold the call to order.
  const hasBegun = Boolean(meeting.called_at) || now > Date.parse(meeting.starts_at);
  return (
    <ConfirmChange
      {...dialog}
      title="Revoke Proxy"
      confirm="Revoke"
      write={() => save('revokeProxy', { id: proxy.id })}
      said="Proxy revoked"
      fallback="The proxy could not be revoked. Please try again."
    >
      <p>{proxy.holder_name} will not vote for you. You can’t restore a revoked proxy, but you can give a new one.</p>
      {earlier && (
        <p className="mt-2">
          Your earlier proxy to {earlier.holder_name} will apply again. Revoke it too if no one should vote for you.
        </p>
      )}
      {hasBegun && (
        <p className="mt-2 font-semibold text-ink">Tell the check-in desk too. Its device may be offline.</p>
      )}
    </ConfirmChange>
  );
};

/** The proxy of the unit that counts once this one is revoked, where this one counts now. */
const useEarlierProxy = (meeting: Meeting, { id, address_id }: MeetingProxy): MeetingProxy | null | undefined => {
  const books = { time_zone: useHoaTime().zone, meeting };
  const ofUnit = useRows('proxy')
    .by('meeting_id', meeting.id)
    .filter((proxy) => proxy.address_id === address_id);
  if (countingOf(books, ofUnit)?.id !== id) return null;
  return countingOf(
    books,
    ofUnit.filter((proxy) => proxy.id !== id),
  );
};
