import { REQUEST_NOT_FOUND } from '../../sync/requests.ts';
import { paths } from '../paths.ts';

/** What the screens of one request say of it, and where they lead back to. */
export const GATE = {
  entity: 'request',
  name: 'Request',
  list: { label: 'Requests', href: paths.requests() },
  back: 'Back to Requests',
  absent: REQUEST_NOT_FOUND,
} as const;
