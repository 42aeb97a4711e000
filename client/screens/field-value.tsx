import type { Attachment } from '../../schema/announcements.ts';
import { formatDateTime, formatLabel } from '../ui/format.ts';
import { RichText } from '../ui/rich-text.tsx';
import { type People, usePeople } from './people.tsx';

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
  if (field === 'streets') return value ? <p>{(value as string[]).join(', ')}</p> : null;
  if (Array.isArray(value))
    return value.length > 0 && <p>{value.map((id) => people.name(id) || 'no longer on this device').join(', ')}</p>;
  if (field === 'attachment') return <p>{(value as Attachment | null)?.filename ?? 'No attachment'}</p>;
  if (typeof value === 'boolean') return <p>{value ? 'Yes' : 'No'}</p>;
  if (!value) return <p className="text-ink-3">This is empty now.</p>;
  const text = textOf(field, String(value), people);
  return <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>;
};

const textOf = (field: string, value: string, people: People): string => {
  if (field.endsWith('_id')) return people.name(value) || 'Someone';
  if (field.endsWith('_at')) return formatDateTime(value);
  return LABELLED.has(field) ? formatLabel(value) : value;
};

const LABELLED = new Set(['audience_type', 'category', 'kind']);
