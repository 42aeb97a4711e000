CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`payment_id` text NOT NULL,
	`invoice_id` text,
	`user_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`withdrawn_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`evidence_due_by` text,
	`provider_dispute_id` text,
	`movements` integer NOT NULL,
	`opened_at` text NOT NULL,
	`closed_at` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`payment_id`) REFERENCES `payments`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`invoice_id`) REFERENCES `invoices`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "disputes_status_one_of" CHECK("disputes"."status" in ('warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review', 'prevented', 'won', 'lost')),
	CONSTRAINT "disputes_reason_at_most" CHECK(length("disputes"."reason") <= 100),
	CONSTRAINT "disputes_amount" CHECK("disputes"."amount_cents" > 0 and "disputes"."withdrawn_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `disputes_provider` ON `disputes` (`provider_dispute_id`);--> statement-breakpoint
CREATE INDEX `disputes_invoice` ON `disputes` (`hoa_id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `disputes_payment` ON `disputes` (`hoa_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `disputes_user` ON `disputes` (`hoa_id`,`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `disputes_hoa_id_id_unique` ON `disputes` (`hoa_id`,`id`);--> statement-breakpoint
ALTER TABLE `hoas` ADD `online_payments` text;--> statement-breakpoint
ALTER TABLE `payment_accounts` ADD `deauthorized_at` text;--> statement-breakpoint
ALTER TABLE `payment_accounts` ADD `former_account_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `processor_fee_cents` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `unrecovered_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `failed_settlements` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_unrecovered` ON `payments` (`created_at`) WHERE "payments"."unrecovered_cents" <> 0;