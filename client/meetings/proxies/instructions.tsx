import { CHOICES, type Direction, PROXY_KINDS, type ProxyKind } from '../../../schema/meetings.ts';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import type { ProxyState } from '../../../sync/meetings/proxies/proxies.ts';
import { DIRECTIONS_ARE_READ } from '../../../sync/meetings/proxies/proxy-rules.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { IN_A_ROW, RadioGroup } from '../plain-fields.tsx';
import { CHOICE_WORDS } from '../room-words.ts';

export const KIND_WORDS: Record<ProxyKind, { label: string; hint: string }> = {
  general: { label: 'General', hint: 'The holder votes as they see fit.' },
  directed: { label: 'Directed', hint: 'The holder votes as instructed.' },
  quorum: { label: 'Quorum only', hint: 'The unit counts as present and does not vote.' },
};

export type Instructions = { kind: ProxyKind; directions: Direction[] };
type InstructionProps = {
  items: readonly AgendaItem[];
  value: Instructions;
  onChange: (changed: Partial<Instructions>) => void;
};

/** The kind of a proxy, and of a directed one how to vote on each of `items`. */
export const InstructionFields = ({ items, value, onChange }: InstructionProps) => (
  <>
    <RadioGroup
      label="What it is for"
      options={KIND_OPTIONS.filter((kind) => kind.value !== 'directed' || items.length > 0)}
      value={value.kind}
      onChange={(kind) => onChange({ kind })}
    />
    {value.kind === 'directed' && (
      <Directions items={items} value={value.directions} onChange={(directions) => onChange({ directions })} />
    )}
  </>
);

const KIND_OPTIONS = PROXY_KINDS.map((value) => ({ value, ...KIND_WORDS[value] }));
const CHOICE_OPTIONS = CHOICES.map((value) => ({ value, label: CHOICE_WORDS[value] }));

/** An item without a choice is left to the holder. */
const Directions = ({
  items,
  value,
  onChange,
}: {
  items: readonly AgendaItem[];
  value: readonly Direction[];
  onChange: (directions: Direction[]) => void;
}) => (
  <div className="grid gap-3 rounded-md border border-line px-3.5 py-3">
    <p className="text-ink-2">{DIRECTIONS_ARE_READ}</p>
    {items.map(({ id, title }) => (
      <RadioGroup
        key={id}
        label={title}
        options={CHOICE_OPTIONS}
        value={value.find(({ item_id }) => item_id === id)?.choice ?? null}
        onChange={(choice) => onChange([...value.filter(({ item_id }) => item_id !== id), { item_id: id, choice }])}
        className={IN_A_ROW}
      />
    ))}
  </div>
);

export const NOT_RECORDED = 'The proxy could not be recorded. Please try again.';

/** None where the proxy is not directed. */
export const sentDirections = ({ kind, directions }: Instructions): Direction[] =>
  kind === 'directed' ? directions : [];

/** "For Budget, Against Pool". */
export const directionsInWords = (directions: readonly Direction[], titleOf: (item_id: string) => string): string =>
  directions.map(({ item_id, choice }) => `${CHOICE_WORDS[choice]} “${titleOf(item_id)}”`).join(', ');

const LOOKS: Record<ProxyState, [tone: Tone, label: string]> = {
  active: ['ok', 'Active'],
  superseded: ['neutral', 'Superseded'],
  revoked: ['bad', 'Revoked'],
  expired: ['neutral', 'Expired'],
  invalid: ['bad', 'Not valid'],
};

export const ProxyBadge = ({ status }: { status: ProxyState }) => {
  const [tone, label] = LOOKS[status];
  return <Badge tone={tone}>{label}</Badge>;
};
