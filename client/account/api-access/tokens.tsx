import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { api, messageOf } from '../../device/api.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatDate, formatDateTime } from '../../ui/format.ts';
import { EmptyState } from '../../ui/list.tsx';
import { toast } from '../../ui/toast.tsx';
import { scopesText, type Token, useLoaded } from './model.ts';
import { NewTokenDialog } from './new-token.tsx';
import { Loaded } from './parts.tsx';

export const Tokens = () => {
  const { body, failure, online, load } = useLoaded<{ tokens: Token[] }>('/api/tokens', 'Failed to load the tokens.');
  const [isCreating, setCreating] = useState(false);
  const [selected, setSelected] = useState<Token | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const revoke = async (token: Token) => {
    setProblem('');
    await api(`/api/tokens/${token._id}`, { method: 'DELETE' }).then(
      () => toast('Token revoked'),
      (error) => setProblem(messageOf(error, 'The token could not be revoked. Please try again.')),
    );
    await load();
  };
  const ask = (token: Token) => {
    setSelected(token);
    setAsking(true);
  };
  return (
    <Card
      title="API tokens"
      actions={
        body &&
        body.tokens.length > 0 && (
          <Button size="small" icon={Plus} disabled={!online} onClick={() => setCreating(true)}>
            Create Token
          </Button>
        )
      }
    >
      <ErrorAlert message={problem} onClose={() => setProblem('')} />
      <Loaded isLoaded={body !== null} failure={failure} online={online} onRetry={() => void load()}>
        {body?.tokens.length === 0 ? (
          <EmptyState
            bare
            icon={KeyRound}
            title="No API tokens yet"
            hint="A token lets a program read or change records in your name: accounting, a website, a script."
          >
            <Button variant="primary" icon={Plus} disabled={!online} onClick={() => setCreating(true)}>
              Create Token
            </Button>
          </EmptyState>
        ) : (
          <TokenList tokens={body?.tokens ?? []} onRevoke={ask} />
        )}
      </Loaded>
      <NewTokenDialog open={isCreating} onClose={() => setCreating(false)} onMade={() => void load()} />
      {selected && (
        <ConfirmDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          title="Revoke the token?"
          confirm="Revoke"
          busyLabel="Revoking..."
          onConfirm={() => revoke(selected)}
        >
          <p>
            Whatever uses <b className="font-semibold text-ink">{selected.name}</b> stops working at once. This cannot
            be undone.
          </p>
        </ConfirmDialog>
      )}
    </Card>
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
