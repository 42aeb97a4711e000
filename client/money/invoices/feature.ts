import { ReceiptText } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const invoices = feature({
  routes: [{ path: paths.invoice(':id'), screen: lazyScreen(() => import('./detail.tsx')) }],
  screens: [{ label: 'My Invoices', href: paths.myInvoices(), icon: ReceiptText, key: 'i', words: 'pay bills' }],
  outbox: () => import('./outbox.ts'),
  search: () => import('./search.ts'),
});
