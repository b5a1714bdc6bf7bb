/** Events of a workspace: the log, what reached the receiver, the rehearsal bench and the settings, under one health strip. */
import './events.css';
import { Tabs } from '@mantine/core';
import { OpenAsQuery } from '../../ui/open-as-query.tsx';
import { Screen } from '../../ui/screen.tsx';
import { eventsQuery } from '../../ui/screen-queries.ts';
import { DeliveriesTab } from './deliveries-tab.tsx';
import { EventDetail } from './event-detail.tsx';
import { type EventsSearch, type EventTab, eventTabs, filterOf, withoutEmpty } from './events-address.ts';
import { cleared, FilterBar } from './filter-bar.tsx';
import { HealthStrip } from './health-strip.tsx';
import { RehearsalTab } from './rehearsal-tab.tsx';
import { EventSettingsTab } from './settings-tab.tsx';
import { EventTail } from './tail.tsx';

interface EventsScreenProps {
  workspace: string;
  search: EventsSearch;
  /** `replace`: the step before is not worth going back to. */
  onSearch: (search: EventsSearch, replace: boolean) => void;
}

const tabNames: Record<EventTab, string> = {
  log: 'Log',
  deliveries: 'Deliveries',
  rehearsal: 'Rehearsal',
  settings: 'Settings',
};

export function EventsScreen({ workspace, search, onSearch }: EventsScreenProps) {
  const tab = search.tab ?? 'log';
  const set = (change: { [K in keyof EventsSearch]: EventsSearch[K] | undefined }, replace = false) =>
    onSearch(withoutEmpty({ ...search, ...change }), replace);
  const openEvent = (event: string | undefined) => set({ tab: undefined, delivery: undefined, event });
  return (
    <Screen
      title="Events"
      actions={
        tab === 'log' ? (
          <OpenAsQuery workspace={workspace} query={eventsQuery(filterOf(search), search.order ?? 'arrival')} />
        ) : null
      }
    >
      <HealthStrip workspace={workspace} />
      <Tabs
        value={tab}
        onChange={(value) => set({ tab: eventTabs.find((one) => one === value && one !== 'log') })}
        className="ms-events"
        keepMounted={false}
      >
        <Tabs.List>
          {eventTabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {tabNames[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="log" className="ms-events-log">
          <FilterBar workspace={workspace} search={search} onSearch={(next) => onSearch(next, true)} />
          <div className="ms-events-split" {...(search.event ? { 'data-open': search.order ?? 'arrival' } : {})}>
            <EventTail
              // Another filter or order is another list: it starts at its newest.
              key={JSON.stringify({ ...search, event: undefined, delivery: undefined, tab: undefined })}
              workspace={workspace}
              search={search}
              onOpen={openEvent}
              onClear={() => onSearch(cleared(search), true)}
            />
            {search.event ? (
              <EventDetail
                workspace={workspace}
                uid={search.event}
                onOpen={openEvent}
                onDelivery={(delivery) => set({ tab: 'deliveries', delivery })}
              />
            ) : null}
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="deliveries" className="ms-events-log">
          <DeliveriesTab
            workspace={workspace}
            opened={search.delivery}
            onOpen={(delivery) => set({ delivery })}
            onEvent={openEvent}
          />
        </Tabs.Panel>
        <Tabs.Panel value="rehearsal" className="ms-events-scroll">
          <RehearsalTab workspace={workspace} />
        </Tabs.Panel>
        <Tabs.Panel value="settings" className="ms-events-scroll">
          <EventSettingsTab workspace={workspace} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}
