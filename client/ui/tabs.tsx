import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import type { ReactNode } from 'react';

/** Parts of a screen behind tabs; arrow keys move between them. `selected` is an index, kept by the caller if given. */
export const Tabs = ({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string;
  tabs: readonly { label: string; panel: ReactNode }[];
  selected?: number;
  onSelect?: (index: number) => void;
}) => (
  <TabGroup selectedIndex={selected} onChange={onSelect}>
    <TabList aria-label={label} className="flex gap-5 border-line border-b">
      {tabs.map((tab) => (
        <Tab
          key={tab.label}
          className="-mb-px h-9 border-transparent border-b-2 font-medium text-ink-2 hover:text-ink data-selected:border-pine data-selected:text-ink max-md:h-11"
        >
          {tab.label}
        </Tab>
      ))}
    </TabList>
    <TabPanels className="pt-4">
      {tabs.map((tab) => (
        <TabPanel key={tab.label} className="grid gap-4.5">
          {tab.panel}
        </TabPanel>
      ))}
    </TabPanels>
  </TabGroup>
);
