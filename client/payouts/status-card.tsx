import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { formatLabel } from '../ui/format.ts';
import { type AccountStatus, requirementWords } from './account.ts';

/** What the provider says of the account, term by term. */
export const StatusCard = ({ account_id, status }: { account_id: string; status: AccountStatus }) => {
  const { capabilities, business_profile, requirements_due } = status;
  const wanted = [...new Set(requirements_due.map(requirementWords))];
  return (
    <div className="grid items-start gap-4.5 md:grid-cols-2">
      <Card title="Account status">
        <dl>
          <Row term="Details submitted">
            <YesNo yes={status.details_submitted} />
          </Row>
          <Row term="Charges">
            <Enabled yes={status.charges_enabled} />
          </Row>
          <Row term="Payouts">
            <Enabled yes={status.payouts_enabled} />
          </Row>
          <Row term="Card payments">
            <Capability state={capabilities.card_payments} />
          </Row>
          <Row term="Transfers">
            <Capability state={capabilities.transfers} />
          </Row>
        </dl>
      </Card>
      <div className="grid gap-3.5">
        <Card title="Business profile">
          <dl>
            <Row term="Name">{business_profile.name ?? 'Not set'}</Row>
            <Row term="Product">{business_profile.product_description ?? 'Not set'}</Row>
            <Row term="Account ID">
              <span className="num text-ink-2 text-sm">{account_id}</span>
            </Row>
          </dl>
        </Card>
        <Card title="Requirements due">
          {wanted.length === 0 ? (
            <p className="text-ink-2">Nothing: Stripe has all it asked for.</p>
          ) : (
            <ul className="grid list-disc gap-1 pl-4.5 marker:text-ink-3">
              {wanted.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </div>
  );
};

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex min-h-9 items-center justify-between gap-4 border-line border-t py-1 first:border-t-0">
    <dt className="shrink-0 text-ink-2">{term}</dt>
    <dd className="text-right [overflow-wrap:anywhere]">{children}</dd>
  </div>
);

const YesNo = ({ yes }: { yes: boolean }) => <Badge tone={yes ? 'ok' : 'warn'}>{yes ? 'Yes' : 'No'}</Badge>;
const Enabled = ({ yes }: { yes: boolean }) => (
  <Badge tone={yes ? 'ok' : 'warn'}>{yes ? 'Enabled' : 'Not enabled'}</Badge>
);
const Capability = ({ state }: { state: string }) => (
  <Badge tone={state === 'active' ? 'ok' : state === 'pending' ? 'blue' : 'warn'}>{formatLabel(state)}</Badge>
);
