import { VIOLATION_NOT_FOUND } from '../../sync/violations.ts';
import { paths } from '../paths.ts';

/** What the screens of one violation say of it, and where they lead back to. */
export const GATE = {
  entity: 'violation',
  name: 'Violation',
  list: { label: 'Compliance', href: paths.compliance() },
  back: 'Back to Violations',
  absent: VIOLATION_NOT_FOUND,
} as const;
