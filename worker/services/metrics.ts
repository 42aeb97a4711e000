/** The counters. A new one is a line here; the text is what an operator reads at /api/metrics. */
export const COUNTERS = {
  push_refusals: 'Changes that a rule refused',
  push_failures: 'Pushes that failed and will be sent again',
  request_failures: 'Requests answered with an unexpected error',
  requests_limited: 'Requests answered with 429',
  outbox_retries: 'Jobs that failed and will be tried again',
  outbox_failures: 'Jobs that failed for good',
  webhook_failures: 'Webhook events that could not be handled or verified',
  crons_late: 'Scheduled runs that started late',
  cron_failures: 'Scheduled runs, or steps of them, that failed',
  mail_bounces: 'Mails that came back or were marked as spam',
  outgoing_webhook_failures: 'Attempts to deliver an event to an endpoint of an HOA that failed',
  outgoing_webhooks_disabled: 'Endpoints of HOAs that were turned off because they failed',
  notification_mails: 'Mails of notifications, by whether the mail service took them',
  notification_pushes: 'Pushes, by whether the push service took them',
  client_errors: 'Errors that a browser reported',
  reconciliation_differences: 'Differences found between the database and the payment service',
} as const;
type CounterName = keyof typeof COUNTERS;

/** Few values a label: never an id, a name or a path. */
export type Labels = Readonly<Record<string, string>>;

type GaugeName = 'outbox_oldest_seconds' | 'outbox_pending';

export type Metrics = {
  count(name: CounterName, labels?: Labels, by?: number): void;
  /** Read by Analytics Engine alone: /api/metrics reads the database. */
  gauge(name: GaugeName, value: number): void;
  /** Since the start of this isolate. */
  samples(): Sample[];
};

/** A dataset of Workers Analytics Engine. */
export type Dataset = { writeDataPoint(point: { indexes: string[]; blobs: string[]; doubles: number[] }): void };

type Sample = { name: CounterName; labels: Labels; value: number };

/** Adds up in memory. */
export class Counters implements Metrics {
  readonly #samples = new Map<string, Sample>();

  count(name: CounterName, labels: Labels = {}, by = 1): void {
    const key = `${name} ${JSON.stringify(Object.entries(labels).sort())}`;
    const value = (this.#samples.get(key)?.value ?? 0) + by;
    this.#samples.set(key, { name, labels, value });
  }

  gauge(): void {}

  samples(): Sample[] {
    return [...this.#samples.values()];
  }
}

/** Each count is also a data point: the name as index, the labels as blobs ("code=conflict") and the number as double.
 * Analytics Engine adds up over all isolates (https://developers.cloudflare.com/analytics/analytics-engine). */
export const withDataset = (counters: Counters, dataset: Dataset): Metrics => ({
  count: (name, labels = {}, by = 1) => {
    counters.count(name, labels, by);
    const blobs = Object.entries(labels).map(([label, value]) => `${label}=${value}`);
    dataset.writeDataPoint({ indexes: [name], blobs: [name, ...blobs.sort()], doubles: [by] });
  },
  gauge: (name, value) => dataset.writeDataPoint({ indexes: [name], blobs: [name], doubles: [value] }),
  samples: () => counters.samples(),
});
