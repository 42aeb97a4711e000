import {
  ANNOUNCEMENT_CATEGORIES,
  type Announcement,
  AUDIENCE_TYPES,
  type AudienceType,
} from '../../schema/announcements.ts';
import { plainText } from '../../schema/rich-text.ts';
import { formatLabel } from '../ui/format.ts';

const AUDIENCES: Record<AudienceType, string> = {
  all: 'All Members',
  board: 'Board Members Only',
  residents: 'Residents Only',
  custom: 'Custom Recipients',
};

export const CATEGORY_OPTIONS = ANNOUNCEMENT_CATEGORIES.map((value) => ({ value, label: formatLabel(value) }));
export const AUDIENCE_OPTIONS = AUDIENCE_TYPES.map((value) => ({ value, label: AUDIENCES[value] }));

/** How an audience reads in the details: "Residents", "Custom Recipients". */
export const audienceLabel = (audience: AudienceType): string =>
  audience === 'custom' ? AUDIENCES.custom : formatLabel(audience);

const PREVIEW = 100;

/** The first words of a message on one line. */
export const preview = ({ message }: Pick<Announcement, 'message'>): string => {
  const letters = [...plainText(message)];
  return letters.length > PREVIEW ? `${letters.slice(0, PREVIEW).join('').trimEnd()}…` : letters.join('');
};

/** Delivered of sent as a whole percent; 0 where nothing was sent. */
export const successRate = (delivered: number, sent: number): number =>
  sent === 0 ? 0 : Math.round((delivered / sent) * 100);
