CREATE TABLE `checkouts` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`session_id` text NOT NULL,
	`account_id` text NOT NULL,
	`opened_by` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`fee_cents` integer DEFAULT 0 NOT NULL,
	`method` text,
	`invoice_id` text,
	`pins` text,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` text NOT NULL,
	`closed_at` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`account_id`) REFERENCES `accounts`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`opened_by`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`invoice_id`) REFERENCES `invoices`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "checkouts_method_one_of" CHECK("checkouts"."method" in ('card', 'us_bank_account')),
	CONSTRAINT "checkouts_status_one_of" CHECK("checkouts"."status" in ('open', 'complete', 'expired')),
	CONSTRAINT "checkouts_amount" CHECK("checkouts"."amount_cents" > 0 and "checkouts"."fee_cents" >= 0),
	CONSTRAINT "checkouts_closed" CHECK(("checkouts"."status" = 'open') = ("checkouts"."closed_at" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_session` ON `checkouts` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_open` ON `checkouts` (`hoa_id`,`account_id`) WHERE "checkouts"."status" = 'open';--> statement-breakpoint
CREATE INDEX `checkouts_account` ON `checkouts` (`hoa_id`,`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_hoa_id_id_unique` ON `checkouts` (`hoa_id`,`id`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `checkout_session_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `online_fee_cents` integer DEFAULT 0 NOT NULL;