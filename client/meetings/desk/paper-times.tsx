import { useState } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { IS_AHEAD, timeAtMeeting, trueMs } from '../clock.ts';
import { useZone } from '../time.ts';

/** The time of ticks that were made on paper: `at` is undefined while they are made now. */
export const usePaperTime = (meeting: Meeting) => {
  const zone = useZone();
  const [isOn, setOn] = useState(false);
  const [time, setTime] = useState('');
  const at = isOn ? timeAtMeeting(zone, meeting.starts_at, time, trueMs()) || undefined : undefined;
  return { isOn, setOn, time, setTime, at, isAhead: at !== undefined && Date.parse(at) > trueMs() };
};

export const PaperTimes = ({ paper }: { paper: ReturnType<typeof usePaperTime> }) => (
  <div className="flex flex-wrap items-end gap-x-5 gap-y-1">
    <Checkbox
      label="Enter from paper"
      checked={paper.isOn}
      onChange={(event) => paper.setOn(event.target.checked)}
      className="py-1"
    />
    {paper.isOn && (
      <TimeField
        label="Time on the paper"
        hint="Used for every entry until you change it. Leave blank to use the current time."
        value={paper.time}
        onChange={paper.setTime}
        isAhead={paper.isAhead}
      />
    )}
  </div>
);

/** HH:MM, '' for none. */
export const TimeField = ({
  label,
  hint,
  value,
  onChange,
  isAhead,
}: {
  label: string;
  hint?: string;
  value: string;
  onChange: (time: string) => void;
  isAhead: boolean;
}) => (
  <Field label={label} hint={hint} error={isAhead ? IS_AHEAD : undefined}>
    <Input type="time" value={value} onChange={(event) => onChange(event.target.value)} className="w-36" />
  </Field>
);
