import { useState } from 'react';
import type { MeetingProxy } from '../../../schema/tables/voters.ts';
import { save } from '../../device/store.ts';
import { ConfirmChange } from '../../forms/confirm-change.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { trueNow } from '../clock.ts';

export type Ruling = 'revoke' | 'invalid' | 'active';
type Words = { title: string; confirm: string; text: string; label: string | null; done: string };

const WORDS: Record<Ruling, Words> = {
  revoke: {
    title: 'Record a Revocation',
    confirm: 'Revoke',
    text: 'The owner revoked the proxy in writing or in person. You can’t restore a revoked proxy.',
    label: 'Note',
    done: 'Proxy revoked',
  },
  invalid: {
    title: 'Mark as Not Valid',
    confirm: 'Mark Not Valid',
    text: 'It won’t be used. You can undo this.',
    label: 'Reason',
    done: 'Proxy marked as not valid',
  },
  active: {
    title: 'Mark as Valid',
    confirm: 'Mark Valid',
    text: 'It will apply again unless the unit has given a later proxy.',
    label: null,
    done: 'Proxy marked as valid',
  },
};

type Props = { proxy: MeetingProxy; ruling: Ruling | null; onClose: () => void };

/** A ruling of the board on a proxy. */
export const RulingDialog = ({ proxy, ruling, onClose }: Props) => {
  const [last, setLast] = useState<Ruling>('revoke');
  if (ruling && ruling !== last) setLast(ruling);
  const [reason, setReason] = useState('');
  const { title, confirm, text, label, done } = WORDS[last];
  const settle = async () => {
    const given = reason.trim() || null;
    if (last === 'revoke') await save('revokeProxy', { id: proxy.id, at: trueNow(), reason: given });
    else await save('settleProxy', { id: proxy.id, status: last, reason: last === 'active' ? null : given });
    setReason('');
  };
  return (
    <ConfirmChange
      open={ruling !== null}
      onClose={onClose}
      title={title}
      confirm={confirm}
      variant={last === 'active' ? 'primary' : 'danger'}
      write={settle}
      said={done}
    >
      <div className="grid gap-3.5">
        <p>
          {proxy.giver_name} to {proxy.holder_name}. {text}
        </p>
        {label && (
          <Field label={label} required={last === 'invalid'}>
            <Textarea value={reason} rows={2} maxLength={500} onChange={(event) => setReason(event.target.value)} />
          </Field>
        )}
      </div>
    </ConfirmChange>
  );
};
