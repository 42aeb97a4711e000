import type { Hoa } from '../../schema/tables/hoas.ts';

type Contact = Partial<Pick<Hoa, 'street' | 'city' | 'state' | 'zip' | 'email' | 'phone'>>;

/** "Austin, TX 78701", '' where nothing of it is known; homes lie there, too. */
export const placeLine = ({ city, state, zip }: Contact): string =>
  [[city, state].filter(Boolean).join(', '), zip].filter(Boolean).join(' ');

/** The lines under the association's name: "PO Box 12", "Austin, TX 78701". */
export const mailingAddress = (hoa: Contact): string[] => [hoa.street, placeLine(hoa)].flatMap((line) => line || []);

/** All that is known, in one line: "PO Box 12, Austin, TX 78701 · board@example.com · 555-0100". */
export const contactLine = (hoa: Contact): string =>
  [mailingAddress(hoa).join(', '), hoa.email, hoa.phone].filter(Boolean).join(' · ');
