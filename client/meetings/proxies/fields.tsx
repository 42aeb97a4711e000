import { CHOICES, type Choice, type Direction, PROXY_KINDS, type ProxyKind } from '../../../schema/meetings.ts';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import { ChoiceGroup, Radio } from '../../ui/choice.tsx';

export const KIND_WORDS: Record<ProxyKind, { label: string; hint: string }> = {
  general: { label: 'General', hint: 'The holder votes as they see fit.' },
  directed: { label: 'Directed', hint: 'The holder votes as instructed.' },
  quorum: { label: 'Quorum only', hint: 'The unit counts as present and does not vote.' },
};
export const CHOICE_LABELS: Record<Choice, string> = { for: 'For', against: 'Against', abstain: 'Abstain' };

export const KindField = ({
  value,
  hasItems,
  onChange,
}: {
  value: ProxyKind;
  hasItems: boolean;
  onChange: (kind: ProxyKind) => void;
}) => (
  <ChoiceGroup label="What it is for">
    {PROXY_KINDS.filter((kind) => kind !== 'directed' || hasItems).map((kind) => (
      <Radio
        key={kind}
        name="proxy-kind"
        {...KIND_WORDS[kind]}
        checked={value === kind}
        onChange={() => onChange(kind)}
      />
    ))}
  </ChoiceGroup>
);

/** How to vote on each item; an item without a choice is left to the holder. */
export const DirectionsField = ({
  items,
  value,
  onChange,
}: {
  items: readonly AgendaItem[];
  value: readonly Direction[];
  onChange: (directions: Direction[]) => void;
}) => (
  <div className="grid gap-3 rounded-md border border-line px-3.5 py-3">
    <p className="text-ink-2">The board can read these instructions.</p>
    {items.map(({ id, title }) => (
      <ChoiceGroup key={id} label={title}>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {CHOICES.map((choice) => (
            <Radio
              key={choice}
              name={`direction-${id}`}
              label={CHOICE_LABELS[choice]}
              checked={value.some((one) => one.item_id === id && one.choice === choice)}
              onChange={() => onChange([...value.filter((one) => one.item_id !== id), { item_id: id, choice }])}
            />
          ))}
        </div>
      </ChoiceGroup>
    ))}
  </div>
);

/** "For Budget, Against Pool". */
export const directionsInWords = (directions: readonly Direction[], titleOf: (item_id: string) => string): string =>
  directions.map(({ item_id, choice }) => `${CHOICE_LABELS[choice]} “${titleOf(item_id)}”`).join(', ');
