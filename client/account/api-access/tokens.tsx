import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { api, messageOf } from '../../device/api.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { Loaded, useLoaded } from '../../screens/loaded.tsx';
import { useHasFeature } from '../../screens/plan-note.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatDate, formatDateTime } from '../../ui/format.ts';
import { useLast } from '../../ui/frozen.ts';
import { EmptyState } from '../../ui/list.tsx';
import { toast } from '../../ui/toast.tsx';
import { scopesText, type Token } from './model.ts';
import { NewTokenDialog } from './new-token.tsx';

export const Tokens = () => {
  const tokens = useLoaded<{ tokens: Token[] }>('/api/tokens', 'Failed to load the tokens.');
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const [problem, setProblem] = useState('');
  const included = useHasFeature('api_access');
  const { body, online, load } = tokens;
  const revoke = async ({ _id }: Token) => {
    setProblem('');
    await api(`/api/tokens/${_id}`, { method: 'DELETE' }).then(
      () => toast('Token revoked'),
      (error) => setProblem(messageOf(error, 'The token could not be revoked. Please try again.')),
    );
    await load();
  };
  const create = {
    icon: Plus,
    disabled: !online || !included,
    onClick: () => setCreating(true),
    children: 'Create Token',
  };
  return (
    <Card title="API Tokens" actions={body && body.tokens.length > 0 && <Button size="small" {...create} />}>
      <ErrorAlert message={problem} onClose={() => setProblem('')} />
      <Loaded {...tokens}>
        {({ tokens: all }) =>
          all.length === 0 ? (
            <EmptyState
              bare
              icon={KeyRound}
              title="No API tokens yet"
              hint="A token lets a program, such as accounting software or a script, read or change records as you."
            >
              <Button variant="primary" {...create} />
            </EmptyState>
          ) : (
            <TokenList tokens={all} onRevoke={setRevoking} />
          )
        }
      </Loaded>
      <NewTokenDialog open={isCreating} onClose={() => setCreating(false)} onMade={() => void load()} />
      <RevokeDialog token={revoking} onClose={() => setRevoking(null)} onRevoke={revoke} />
    </Card>
  );
};

type Props = { token: Token | null; onClose: () => void; onRevoke: (token: Token) => Promise<void> };

const RevokeDialog = ({ token, onClose, onRevoke }: Props) => {
  const shown = useLast(token);
  return (
    shown && (
      <ConfirmDialog
        open={token !== null}
        onClose={onClose}
        title="Revoke Token"
        confirm="Revoke"
        busyLabel="Revoking…"
        onConfirm={() => onRevoke(shown)}
      >
        <p>
          Anything that uses <b className="font-semibold text-ink">{shown.name}</b> stops working right away. You can’t
          undo this.
        </p>
      </ConfirmDialog>
    )
  );
};

const TokenList = ({ tokens, onRevoke }: { tokens: readonly Token[]; onRevoke: (token: Token) => void }) => (
  <ul aria-label="API tokens" className="grid divide-y divide-line">
    {tokens.map((token) => (
      <li key={token._id} className="flex items-center justify-between gap-3 py-2.5 first:pt-0 last:pb-0">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium [overflow-wrap:anywhere]">
            {token.name} <code className="text-ink-3 text-sm">plt_…{token.ending}</code>
            {isOver(token) && <Badge tone="bad">Expired</Badge>}
          </p>
          <p className="text-ink-2 text-sm">{scopesText(token.scopes)}</p>
          <p className="num text-ink-3 text-sm">
            {token.lastUsedAt ? `Last used ${formatDateTime(token.lastUsedAt)}` : 'Never used'} ·{' '}
            {isOver(token) ? 'expired' : 'expires'} {formatDate(token.expiresAt)} · acts as {token.owner}
          </p>
        </div>
        <Button size="small" aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
          Revoke
        </Button>
      </li>
    ))}
  </ul>
);

const isOver = ({ expiresAt }: Token) => Date.parse(expiresAt) <= Date.now();
