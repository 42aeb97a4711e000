import type { Attachment } from '../../schema/announcements.ts';
import { formatLabel } from '../ui/format.ts';
import { RichText } from '../ui/rich-text.tsx';
import { usePeople } from './people.tsx';

type Props = { values: object; fields: readonly string[] };

/** The values of a record's fields as people read them: rich text, names, a file name, or plain text. */
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
  if (!value) return <p className="text-ink-3">This is empty now.</p>;
  const text = LABELLED.has(field) ? formatLabel(String(value)) : String(value);
  return <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>;
};

const LABELLED = new Set(['audience_type', 'category']);
