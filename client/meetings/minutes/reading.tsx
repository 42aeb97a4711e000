import type { ReactNode } from 'react';
import type { Minutes } from '../../../sync/meetings/minutes.ts';
import { isEmptySection, type MinutesSection } from '../../../sync/meetings/minutes-sections.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatDate } from '../../ui/format.ts';
import { RichText } from '../../ui/rich-text.tsx';

type Props = {
  minutes: Minutes;
  /** In the place of what was written in a section, such as its editor. */
  edit?: ((section: MinutesSection) => ReactNode) | undefined;
  /** Of the title's heading. */
  level?: 2 | 3;
};

/** The minutes as they are read and printed. */
export const MinutesText = ({ minutes, edit, level = 3 }: Props) => {
  const Title: 'h2' | 'h3' = `h${level}`;
  const Subtitle = level === 2 ? 'h3' : 'h4';
  const { hoa, title, head, sections, closing, corrections, isDraft, approved_on } = minutes;
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={title}>
      <header className="grid gap-1 border-line border-b pb-2">
        {isDraft && <p className="font-bold text-ink-3 tracking-widest">DRAFT</p>}
        <p className="font-semibold">{hoa}</p>
        <Title className="font-semibold text-lg">{title}</Title>
      </header>
      <Lines lines={head} />
      {sections
        .filter((section) => edit || section.item_id !== null || !isEmptySection(section))
        .map((section) => (
          <Section key={section.item_id} section={section} edit={edit} Title={Subtitle} />
        ))}
      <Lines lines={closing} />
      {approved_on && <p>Approved on {formatDate(approved_on)}.</p>}
      {corrections.length > 0 && (
        <section aria-label="Corrections" className="grid gap-2 border-line border-t pt-2">
          <Subtitle className="font-semibold">Corrections</Subtitle>
          {corrections.map(({ id, on, html, by_name }) => (
            <div key={id}>
              <p className="num text-ink-3 text-sm">
                {formatDate(on)}, {by_name}
              </p>
              <RichText html={html} />
            </div>
          ))}
        </section>
      )}
      <Signatures />
    </article>
  );
};

type SectionProps = { section: MinutesSection; edit: Props['edit']; Title: 'h3' | 'h4' };

const Section = ({ section, edit, Title }: SectionProps) => {
  const { title, begun, executive, withdrawn, lines, motions, actions, texts } = section;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t pt-3">
      {title && (
        <Title className="flex flex-wrap items-center gap-2 font-semibold">
          {title}
          {begun && <span className="num font-normal text-ink-3">{begun}</span>}
          {executive && <Badge tone="violet">Executive</Badge>}
          {withdrawn && <Badge tone="neutral">Withdrawn</Badge>}
        </Title>
      )}
      {edit ? edit(section) : texts.map(({ id, text }) => <RichText key={id} html={text} />)}
      {!edit && texts.length > 1 && <p className="text-ochre text-sm">Two versions of this section</p>}
      <Lines lines={lines} />
      {motions.map((motion) => (
        <div key={motion.id} className="break-inside-avoid">
          <p>
            <b className="font-semibold">{motion.title}</b>
            {motion.words && `: “${motion.words}”`}
          </p>
          <Lines lines={motion.lines} />
          {motion.warnings.map((warning) => (
            <p key={warning} className="text-ochre text-sm">
              {warning}
            </p>
          ))}
        </div>
      ))}
      {actions.length > 0 && (
        <ul className="list-disc pl-5">
          {actions.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
};

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <>
    {lines.map((line) => (
      <p key={line} className="[overflow-wrap:anywhere]">
        {line}
      </p>
    ))}
  </>
);

/** On paper alone. */
const Signatures = () => (
  <div className="hidden gap-8 pt-10 print:flex">
    {['Secretary', 'Chair', 'Date'].map((who) => (
      <p key={who} className="flex-1 border-ink border-t pt-1 text-sm">
        {who}
      </p>
    ))}
  </div>
);
