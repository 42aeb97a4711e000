import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { paths } from '../../paths.ts';
import { followsPeople, type SearchAction, searchSource, whoAndWhere } from '../../search/source.ts';
import { formatLabel } from '../../ui/format.ts';

export const source = searchSource({
  entity: 'violation',
  label: 'Violations',
  icon: ShieldCheck,
  read: ({ id, title, message, resolution, category, status, user_id, address_id, created_at }, rows, viewer) => {
    const messages = rows('violationMessage').by('violation_id', id);
    return {
      title,
      about: [...whoAndWhere(rows, viewer, user_id, address_id), formatLabel(category)],
      texts: [message, resolution?.resolution_notes, ...messages.map((one) => one.message)],
      detail: () => formatLabel(status),
      at: messages[0]?.sent_at ?? created_at,
      href: paths.violation(id),
    };
  },
  parts: { violationMessage: 'violation_id' },
  follows: followsPeople('violation', 'user_id', 'address_id'),
});

export const actions: SearchAction[] = [
  {
    label: 'Create Violation',
    href: paths.violationCreate(),
    icon: ShieldAlert,
    needs: 'violations.manage',
    words: 'new compliance notice',
  },
];
