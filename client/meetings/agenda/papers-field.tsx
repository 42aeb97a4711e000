import { X } from 'lucide-react';
import { Link } from 'wouter';
import { PAPERS_LIMIT } from '../../../schema/meetings.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';

type Props = { papers: readonly string[]; onChange: (papers: string[]) => void };

/** Chooses the papers of an agenda item among the documents. `papers` are their ids. */
export const PapersField = ({ papers, onChange }: Props) => {
  const documents = useRows('document');
  const choices = documents.all
    .filter(({ id }) => !papers.includes(id))
    .map(({ id, title }) => ({ id, label: title }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
  return (
    <div className="grid gap-2">
      {papers.length < PAPERS_LIMIT && (
        <Field
          label="Papers"
          hint={
            <>
              Documents for this item. Residents see public documents on open items. Add new files to{' '}
              <Link href={paths.documentUpload()} className="underline underline-offset-2">
                Documents
              </Link>{' '}
              first.
            </>
          }
        >
          <Combobox
            choices={choices}
            value={null}
            onChange={(id) => id && onChange([...papers, id])}
            placeholder="Title of a document"
            none="No other document matches."
          />
        </Field>
      )}
      {papers.length > 0 && <Chosen papers={papers} onChange={onChange} />}
    </div>
  );
};

const Chosen = ({ papers, onChange }: Props) => {
  const documents = useRows('document');
  return (
    <ul className="grid gap-1">
      {papers.map((id) => (
        <li key={id} className="flex items-center justify-between gap-2">
          <span className="[overflow-wrap:anywhere]">{documents.get(id)?.title ?? 'Deleted document'}</span>
          <IconButton
            icon={X}
            label={`Remove ${documents.get(id)?.title ?? 'deleted document'}`}
            onClick={() => onChange(papers.filter((other) => other !== id))}
          />
        </li>
      ))}
    </ul>
  );
};
