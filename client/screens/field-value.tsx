import type { Attachment } from '../../schema/announcements.ts';
import { formatLabel } from '../ui/format.ts';
import { RichText } from '../ui/rich-text.tsx';
import { usePeople } from './people.tsx';

type Props = { values: object; fields: readonly string[] };

/** What stands in fields of a record, as people read it: rich text, names of people, a file, or plain words. */
export const FieldValues = ({ values, fields }: Props) => (
  <div className="grid gap-1">
    {fields.map((field) => (
      <FieldValue key={field} field={field} value={(values as Record<string, unknown>)[field]} />
    ))}
  </div>
);

const FieldValue = ({ field, value }: { field: string; value: unknown }) => {
  const people = usePeople();
  if (field === 'message') return <RichText html={String(value ?? '')} />;
  if (Array.isArray(value))
    return value.length > 0 && <p>{value.map((id) => people.name(id) || 'no longer on this device').join(', ')}</p>;
  if (field === 'attachment') return <p>{(value as Attachment | null)?.filename ?? 'No attachment'}</p>;
  if (!value) return <p className="text-ink-3">Nothing is written here now.</p>;
  const text = WORDED.has(field) ? formatLabel(String(value)) : String(value);
  return <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>;
};

const WORDED = new Set(['audience_type', 'category']);
