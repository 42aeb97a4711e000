import { useMemo } from 'react';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { Card } from '../../ui/card.tsx';
import { formatAddress } from '../../ui/format.ts';
import { QrImage } from '../../ui/qr-image.tsx';
import { codeText } from './code.ts';

/** The check-in codes of the viewer's own units for a meeting, shown offline too; nothing for who has no unit. */
export const OwnCode = ({ meeting_id }: { meeting_id: string }) => {
  const { hoa_id } = useUser();
  const units = useOwnUnits(meeting_id);
  if (units.length === 0 || !hoa_id) return null;
  return (
    <Card title={units.length === 1 ? 'Your Check-In Code' : 'Your Check-In Codes'} className="print:hidden">
      <p className="text-ink-2">Show it at the check-in desk. It works without a connection.</p>
      <ul className="flex flex-wrap gap-5 pt-3">
        {units.map(({ of, label }) => (
          <li key={of} className="grid justify-items-center gap-1.5">
            <QrImage text={codeText({ hoa_id, meeting_id, of })} label={`Check-in code of ${label}`} />
            <span className="font-medium">{label}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

/** Those of the roll; before it is frozen, the home of the viewer. */
const useOwnUnits = (meeting_id: string): { of: string; label: string }[] => {
  const me = useUser();
  const roll = useRows('rollUnit').by('meeting_id', meeting_id);
  const user = useRows('user').get(me.id);
  const home = useRows('address').get(user?.address_id);
  return useMemo(() => {
    const own = roll.filter(({ voter_ids, user_id }) => voter_ids.includes(me.id) || user_id === me.id);
    if (own.length > 0) return own.map((unit) => ({ of: unit.address_id ?? unit.user_id ?? '', label: unit.label }));
    return roll.length === 0 && home ? [{ of: home.id, label: formatAddress(home) }] : [];
  }, [roll, home, me.id]);
};
