import { choiceFilter, textFilter, useListFilters } from '../../screens/filters.ts';
import { PERIODS } from './report-period.ts';

export const TABS = ['requests', 'violations', 'collections', 'announcements'] as const;

const FILTERS = {
  tab: choiceFilter(TABS),
  period: choiceFilter(PERIODS),
  from: textFilter,
  to: textFilter,
  by: choiceFilter(['street', 'home']),
};

/** The address of the page keeps the tab, the period and how places are grouped. */
export const useReportFilters = () => useListFilters(FILTERS);
