CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`account_id` text NOT NULL,
	`covers` text NOT NULL,
	`instalments` text NOT NULL,
	`grace_days` integer NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`starts_on` text NOT NULL,
	`ended_on` text,
	`reason` text,
	`made_by` text,
	`made_by_name` text,
	`made_at` text NOT NULL,
	`ended_at` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`account_id`) REFERENCES `accounts`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plans_status_one_of" CHECK("plans"."status" in ('active', 'finished', 'broken', 'canceled')),
	CONSTRAINT "plans_reason_at_most" CHECK(length("plans"."reason") <= 200),
	CONSTRAINT "plans_ended" CHECK(("plans"."status" = 'active') = ("plans"."ended_on" is null)),
	CONSTRAINT "plans_instalments" CHECK(json_array_length("plans"."instalments") between 2 and 60),
	CONSTRAINT "plans_starts_on_day" CHECK("plans"."starts_on" is date("plans"."starts_on")),
	CONSTRAINT "plans_ended_on_day" CHECK("plans"."ended_on" is date("plans"."ended_on"))
);
--> statement-breakpoint
CREATE INDEX `plans_account` ON `plans` (`hoa_id`,`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `plans_hoa_id_id_unique` ON `plans` (`hoa_id`,`id`);