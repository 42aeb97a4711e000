import { clsx } from 'clsx';
import { type ReactNode, type Ref, useMemo } from 'react';
import type { Minutes } from '../../../sync/meetings/minutes/minutes.ts';
import { isEmptySection, type MinutesSection } from '../../../sync/meetings/minutes/minutes-sections.ts';
import { PrintLogo } from '../../screens/print-logo.tsx';
import { Badge } from '../../ui/badge.tsx';
import { formatDate } from '../../ui/format.ts';
import { RichText } from '../../ui/rich-text.tsx';

type Props = {
  minutes: Minutes;
  /** The text as it was approved: it stands in the place of what the rows make today. */
  approved?: string | undefined;
  /** In the place of what was written in a section, such as its editor. */
  edit?: ((section: MinutesSection) => ReactNode) | undefined;
  /** The level of the title's heading. */
  level?: 2 | 3;
  ref?: Ref<HTMLElement>;
};

/** The minutes as they are read and printed. */
export const MinutesText = ({ minutes, approved, edit, level = 3, ref }: Props) => {
  const Subtitle = level === 2 ? 'h3' : 'h4';
  const { title, corrections, approved_on } = minutes;
  return (
    <article ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={title}>
      {approved ? <Approved html={approved} level={level} /> : <Composed minutes={minutes} edit={edit} level={level} />}
      {approved_on && <p className="border-line border-t pt-3">Approved on {formatDate(approved_on)}.</p>}
      {corrections.length > 0 && (
        <section aria-label="Corrections" className="grid gap-2 border-line border-t pt-3">
          <Subtitle className="font-semibold">Corrections</Subtitle>
          {corrections.map(({ id, on, html, by_name }) => (
            <div key={id} className="break-inside-avoid">
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

/** Its headings take their place below those of the screen. */
const Approved = ({ html, level }: { html: string; level: 2 | 3 }) => {
  const shown = useMemo(() => {
    const titled = html.replace(/<h1>(.*?)<\/h1>/g, '<p><strong>$1</strong></p>');
    return level === 2 ? titled : titled.replace(/<(\/?)h3>/g, '<$1h4>').replace(/<(\/?)h2>/g, '<$1h3>');
  }, [html, level]);
  return (
    <RichText
      html={shown}
      className={clsx(
        '[&_:is(h3,h4)]:tracking-normal',
        level === 2
          ? '[&_h3]:border-line [&_h3]:border-t [&_h3]:pt-3'
          : '[&_h3]:text-lg [&_h4]:border-line [&_h4]:border-t [&_h4]:pt-3',
      )}
    />
  );
};

const Composed = ({ minutes, edit, level }: Pick<Props, 'minutes' | 'edit'> & { level: 2 | 3 }) => {
  const Title: 'h2' | 'h3' = `h${level}`;
  const { hoa, title, warnings, head, sections, closing, isDraft } = minutes;
  return (
    <>
      <header className="grid gap-1">
        {isDraft && <p className="font-bold text-ink-3 tracking-widest">DRAFT</p>}
        <span className="hidden print:block">
          <PrintLogo />
        </span>
        <p className="font-semibold">{hoa}</p>
        <Title className="font-semibold text-lg">{title}</Title>
      </header>
      {warnings.map((warning) => (
        <p key={warning} className="num text-ochre text-sm print:hidden">
          {warning}
        </p>
      ))}
      <Lines lines={head} />
      {sections
        .filter((section) => edit || section.item_id !== null || !isEmptySection(section))
        .map((section) => (
          <Section key={section.item_id} section={section} edit={edit} Title={level === 2 ? 'h3' : 'h4'} />
        ))}
      {closing.length > 0 && (
        <div className="grid gap-2 border-line border-t pt-3">
          <Lines lines={closing} />
        </div>
      )}
    </>
  );
};

type SectionProps = { section: MinutesSection; edit: Props['edit']; Title: 'h3' | 'h4' };

const Section = ({ section, edit, Title }: SectionProps) => {
  const { title, begun, executive, withdrawn, lines, motions, actions } = section;
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
      {edit ? edit(section) : <Texts section={section} />}
      <Lines lines={lines} />
      {motions.map((motion) => (
        <Motion key={motion.id} motion={motion} isMarked={motion.executive && !executive} />
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

const Texts = ({ section: { texts, executive_texts } }: Pick<SectionProps, 'section'>) => (
  <>
    {texts.map(({ id, text }) => (
      <RichText key={id} html={text} />
    ))}
    {executive_texts.length > 0 && (
      <div className="grid gap-1.5">
        <span>
          <Badge tone="violet">Executive session</Badge>
        </span>
        {executive_texts.map(({ id, text }) => (
          <RichText key={id} html={text} />
        ))}
      </div>
    )}
    {texts.length > 1 && <p className="text-ochre text-sm">Two versions of this section</p>}
  </>
);

/** `isMarked`: it was executive in an item that was not. */
const Motion = ({ motion, isMarked }: { motion: MinutesSection['motions'][number]; isMarked: boolean }) => (
  <div className="break-inside-avoid">
    <p>
      <b className="font-semibold">{motion.title}</b>
      {motion.words && `: “${motion.words}”`}
      {isMarked && (
        <>
          {' '}
          <Badge tone="violet">Executive session</Badge>
        </>
      )}
    </p>
    <Lines lines={motion.lines} />
    {motion.warnings.map((warning) => (
      <p key={warning} className="text-ochre text-sm">
        {warning}
      </p>
    ))}
  </div>
);

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
  <div className="hidden break-inside-avoid gap-8 pt-10 print:flex">
    {['Secretary', 'Chair', 'Date'].map((who) => (
      <p key={who} className="flex-1 border-ink border-t pt-1 text-sm">
        {who}
      </p>
    ))}
  </div>
);
