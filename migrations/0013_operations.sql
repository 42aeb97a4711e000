CREATE TABLE `cron_runs` (
	`cron` text PRIMARY KEY NOT NULL,
	`ran_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `operator_mails` (
	`kind` text PRIMARY KEY NOT NULL,
	`sent_at` text NOT NULL
);
