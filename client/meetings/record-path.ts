import type { LinkedRecord } from '../../schema/meetings.ts';
import { paths } from '../paths.ts';

/** Where the record of an agenda item is read, and what it is. */
export const recordPath = ({ entity, id }: LinkedRecord): { href: string | null; label: string } => {
  switch (entity) {
    case 'request':
      return { href: paths.request(id), label: 'Request' };
    case 'violation':
      return { href: paths.violation(id), label: 'Violation' };
    case 'account':
      return { href: paths.account(id), label: 'Account' };
    case 'meeting':
      return { href: paths.meeting(id), label: 'Minutes' };
    case 'actionItem':
      return { href: null, label: 'Action Item' };
    case 'motion':
      return { href: paths.decisions(), label: 'Earlier Motion' };
  }
};
