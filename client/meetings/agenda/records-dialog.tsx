import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { RECORDS_LIMIT } from '../../../schema/meeting-inputs.ts';
import type { LinkedRecord } from '../../../schema/meetings.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { RecordToAdd } from '../../../sync/meetings/agenda/agenda-records.ts';
import { save } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatPlural } from '../../ui/format.ts';
import { toast } from '../../ui/toast.tsx';
import { trueNow } from '../clock.ts';
import { useRecordsToAdd } from './records.ts';

type Props = { meeting: Meeting; after: { after_id?: string }; onClose: () => void };

/** Adds open records to the agenda, as items with a link. */
const RecordsDialog = (props: Props) => {
  const { onClose } = props;
  const { groups, chosen, picked, toggle, add, busy, failure, dismiss } = useChosenRecords(props);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add from Records"
      subtitle="Violations and overdue accounts become executive items."
      wide
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={picked.length === 0} onClick={add}>
            {picked.length === 0 ? 'Add Items' : `Add ${formatPlural(picked.length, 'Item')}`}
          </Button>
        </>
      }
    >
      <ErrorAlert message={failure} onClose={dismiss} />
      {groups.every(({ records }) => records.length === 0) && (
        <p className="text-ink-2">All open records are already on the agenda.</p>
      )}
      <div className="grid gap-4.5">
        {groups.map(({ group, label, records: rows }) => (
          <Group key={group} title={label} rows={rows} chosen={chosen} onToggle={toggle} />
        ))}
      </div>
    </Dialog>
  );
};

export default RecordsDialog;

const useChosenRecords = ({ meeting, after, onClose }: Props) => {
  const groups = useRecordsToAdd(meeting);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { submit, busy, failure, dismiss } = useSubmit(FAILED);
  const picked = groups
    .flatMap(({ records }) => records)
    .filter(({ record }) => chosen.includes(keyOf(record)))
    .slice(0, RECORDS_LIMIT);
  const toggle = (key: string, on: boolean) =>
    setChosen((keys) => (on ? [...keys, key] : keys.filter((one) => one !== key)));
  const add = async () => {
    const items = picked.map(({ record }) => ({ id: uuidv7(), record }));
    if (!(await submit(() => save('addAgendaRecords', { meeting_id: meeting.id, at: trueNow(), items, ...after }))))
      return;
    void toast(`${formatPlural(items.length, 'item')} added to the agenda`);
    onClose();
  };
  return { groups, chosen, picked, toggle, add, busy, failure, dismiss };
};

const keyOf = ({ entity, id }: LinkedRecord): string => `${entity}/${id}`;

const FAILED = 'The records could not be added. Please try again.';

type GroupProps = {
  title: string;
  rows: readonly RecordToAdd[];
  chosen: readonly string[];
  onToggle: (key: string, on: boolean) => void;
};

const Group = ({ title, rows, chosen, onToggle }: GroupProps) =>
  rows.length > 0 && (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">
        {title} <span className="num font-normal text-ink-3">({rows.length})</span>
      </legend>
      {rows.map(({ record, title: name, detail }) => {
        const key = keyOf(record);
        return (
          <Checkbox
            key={key}
            label={name}
            hint={detail}
            checked={chosen.includes(key)}
            onChange={(event) => onToggle(key, event.target.checked)}
          />
        );
      })}
    </fieldset>
  );
