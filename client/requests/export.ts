import type { Request } from '../../schema/requests.ts';
import { downloadCsv, toCsv } from '../csv.ts';
import type { People } from '../screens/people.ts';
import { formatDate, formatLabel } from '../ui/format.ts';

/** Downloads requests as CSV, with the columns of the list; `people` for those who see whose they are. */
export const exportRequests = async (requests: readonly Request[], people: People | null): Promise<void> => {
  const whose = people ? ['Resident', 'Address'] : [];
  const header = ['Title', 'Category', 'Status', ...whose, 'Created'];
  const lines = requests.map((request) => [
    request.title,
    request.category,
    formatLabel(request.status),
    ...(people ? [people.name(request.user_id), people.address(request)] : []),
    formatDate(request.created_at),
  ]);
  downloadCsv(`requests-${new Date().toISOString().slice(0, 10)}.csv`, await toCsv([header, ...lines]));
};
