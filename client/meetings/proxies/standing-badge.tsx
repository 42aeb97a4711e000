import type { ProxyStanding } from '../../../sync/meetings/proxies/proxies.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const LOOKS: Record<ProxyStanding, [tone: Tone, label: string]> = {
  active: ['ok', 'Active'],
  superseded: ['neutral', 'Superseded'],
  revoked: ['bad', 'Revoked'],
  expired: ['neutral', 'Expired'],
  invalid: ['bad', 'Not valid'],
};

export const StandingBadge = ({ standing }: { standing: ProxyStanding }) => {
  const [tone, label] = LOOKS[standing];
  return <Badge tone={tone}>{label}</Badge>;
};
