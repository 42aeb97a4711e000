import { useState } from 'react';
import { CHOICES, type Choice } from '../../../schema/meetings.ts';
import type { RollUnit } from '../../../schema/tables/meetings.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { CHOICE_WORDS } from './votes.ts';

/** Marks all who are present without a mark, and names their number first. */
export const Rest = ({ free, onMark }: { free: readonly RollUnit[]; onMark: (choice: Choice) => Promise<boolean> }) => {
  const [asked, setAsked] = useState<Choice | null>(null);
  if (free.length === 0) return null;
  return (
    <>
      {CHOICES.map((choice) => (
        <Button key={choice} size="small" onClick={() => setAsked(choice)}>
          The rest vote {CHOICE_WORDS[choice]}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          open
          title={`${formatCount(free.length)} without a mark`}
          variant="primary"
          confirm={`Mark ${formatCount(free.length)} ${CHOICE_WORDS[asked]}`}
          onClose={() => setAsked(null)}
          onConfirm={async () => void (await onMark(asked))}
        >
          All {formatCount(free.length)} who are present and have no mark are marked {CHOICE_WORDS[asked]}.
        </ConfirmDialog>
      )}
    </>
  );
};
