import type { Minutes } from './minutes.ts';
import { isEmptySection, type MinutesSection } from './minutes-sections.ts';
import { escaped } from './minutes-words.ts';

/** The minutes as rich text of the tags that the store keeps: what is frozen at the approval. Two versions of a section
 * stand one after the other. */
export const minutesHtml = ({ hoa, title, head, sections, closing }: Minutes): string =>
  [
    `<h1>${escaped(hoa)}</h1>`,
    `<h2>${escaped(title)}</h2>`,
    ...head.map(paragraph),
    ...sections
      .filter((section) => section.item_id !== null || !isEmptySection(section))
      .map((section) => sectionHtml(section)),
    ...closing.map(paragraph),
  ].join('');

const sectionHtml = ({
  title,
  begun,
  withdrawn,
  lines,
  motions,
  actions,
  texts,
  executive_texts,
}: MinutesSection): string =>
  [
    ...(title === ''
      ? []
      : [`<h3>${escaped(`${title}${withdrawn ? ' (withdrawn)' : ''}${begun ? `, ${begun}` : ''}`)}</h3>`]),
    ...[...texts, ...executive_texts].map(({ text }) => text),
    ...lines.map(paragraph),
    ...motions.map(
      (motion) =>
        `<p><strong>${escaped(motion.title)}${motion.words ? `:</strong> “${escaped(motion.words)}”` : '</strong>'}</p>${motion.lines.map(paragraph).join('')}`,
    ),
    ...(actions.length > 0 ? [`<ul>${actions.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`] : []),
  ].join('');

const paragraph = (line: string) => `<p>${escaped(line)}</p>`;
