import { type MouseEvent, useState } from 'react';
import { isBlank } from '../../../schema/rich-text.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { RichTextEditor } from '../../ui/rich-text-editor.tsx';
import { Select } from '../../ui/select.tsx';
import { byPosition } from '../model.ts';
import { recordFacts } from '../record.ts';

const GENERAL = '';

/** An error in approved minutes is put right by a dated correction below them. */
export const CorrectionForm = ({ meeting }: { meeting: Meeting }) => {
  const [open, setOpen] = useState(false);
  if (open) return <Fields meeting={meeting} onClose={() => setOpen(false)} />;
  return (
    <span className="print:hidden">
      <Button onClick={() => setOpen(true)}>Record a Correction</Button>
    </span>
  );
};

const Fields = ({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) => {
  const [text, setText] = useState('');
  const [about, setAbout] = useState(GENERAL);
  const today = useHoaToday();
  const items = useRows('agendaItem').by('meeting_id', meeting.id);
  const { submit, busy, failure, dismiss } = useSubmit('This could not be saved. Please try again.', { repeat: true });
  const press = async () => {
    const fact = { kind: 'minutes_correction' as const, data: { on: today }, text, subject: about || null };
    if (await submit(async () => void (await recordFacts(meeting.id, [fact])))) onClose();
  };
  const options = [
    { value: GENERAL, label: 'The whole minutes' },
    ...items.toSorted(byPosition).map(({ id, title, executive }) => ({
      value: id,
      label: executive ? `${title} (executive)` : title,
    })),
  ];
  return (
    <div className="grid gap-2 print:hidden">
      <Select label="About" value={about} options={options} onChange={setAbout} />
      <RichTextEditor compact label="Correction" placeholder="What should it say?" value={text} onChange={setText} />
      <p className="text-ink-3 text-sm">
        Residents read it once the minutes are published again, unless it concerns an executive item.
      </p>
      <div className="flex gap-2">
        <Button variant="primary" disabled={busy || isBlank(text)} onMouseDown={keepFocus} onClick={() => void press()}>
          Record
        </Button>
        <Button onMouseDown={keepFocus} onClick={onClose}>
          Cancel
        </Button>
      </div>
      <ErrorAlert message={failure} onClose={dismiss} />
    </div>
  );
};

/** A phone's editor hides its toolbar when it is left, which would move the button away from the finger. */
const keepFocus = (event: MouseEvent) => event.preventDefault();
