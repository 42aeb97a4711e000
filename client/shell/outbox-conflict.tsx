import type { ReactNode } from 'react';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import { comparisonOf } from '../../sync/index.ts';
import { useRows } from '../device/store.ts';
import { useChangedBy } from '../forms/conflict.tsx';
import { FieldValues } from '../screens/field-value.tsx';
import { formatDateTime } from '../ui/format.ts';

type ConflictState = { mine: object; row: object; fields: readonly string[] };

/** The fields that both the refused change and the current row set, if their values differ. */
export const useConflict = ({ kind, mutation, args }: OutboxItem): ConflictState | undefined => {
  const comparison = comparisonOf(mutation);
  const row = useRows(comparison?.entity ?? 'hoa').get(String(args.id));
  if (!comparison || !row || kind !== 'refused') return undefined;
  const fields = comparison.fields(row, args);
  return fields.length > 0 ? { mine: args, row: comparison.values(row), fields } : undefined;
};

/** Shows both texts. A change that only sends has no text. */
export const Conflict = ({ mine, row, fields }: ConflictState) => {
  const { by, at } = useChangedBy(row, fields);
  const written = fields.filter((field) => field in mine);
  return (
    <div className="mt-1 grid gap-2 md:auto-cols-fr md:grid-flow-col">
      {written.length > 0 && (
        <Version title="Yours">
          <FieldValues values={mine} fields={written} />
        </Version>
      )}
      <Version title={by} {...(at && { at })}>
        <FieldValues values={row} fields={fields} />
      </Version>
    </div>
  );
};

const Version = ({ title, at, children }: { title: string; at?: string; children: ReactNode }) => (
  <section aria-label={title} className="grid content-start gap-1 rounded-md border border-line bg-sunk px-3.5 py-2.5">
    <p className="font-[560] text-ink-3 text-sm">
      {title}
      {at && <span className="num font-normal"> · {formatDateTime(at)}</span>}
    </p>
    <div className="max-h-60 overflow-y-auto text-ink-2">{children}</div>
  </section>
);
