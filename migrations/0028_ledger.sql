CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`address_id` text,
	`holder_ids` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`opened_on` text NOT NULL,
	`closed_on` text,
	`follows` text,
	`balance_cents` integer DEFAULT 0 NOT NULL,
	`credit_cents` integer DEFAULT 0 NOT NULL,
	`fees_through` text,
	`fees_off_until` text,
	`mail_off` integer DEFAULT false NOT NULL,
	`note` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`address_id`) REFERENCES `addresses`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`follows`) REFERENCES `accounts`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "accounts_status_one_of" CHECK("accounts"."status" in ('open', 'closed')),
	CONSTRAINT "accounts_note_at_most" CHECK(length("accounts"."note") <= 500),
	CONSTRAINT "accounts_holders" CHECK(json_array_length("accounts"."holder_ids") between 1 and 6),
	CONSTRAINT "accounts_credit" CHECK("accounts"."credit_cents" >= 0),
	CONSTRAINT "accounts_closed" CHECK(("accounts"."status" = 'closed') = ("accounts"."closed_on" is not null)),
	CONSTRAINT "accounts_opened_on_day" CHECK("accounts"."opened_on" is date("accounts"."opened_on")),
	CONSTRAINT "accounts_closed_on_day" CHECK("accounts"."closed_on" is date("accounts"."closed_on"))
);
--> statement-breakpoint
CREATE INDEX `accounts_address` ON `accounts` (`hoa_id`,`address_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_hoa_id_id_unique` ON `accounts` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `deposits` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`name` text NOT NULL,
	`fund` text DEFAULT 'operating' NOT NULL,
	`made_on` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`number` integer,
	`created_at` text NOT NULL,
	`closed_at` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "deposits_fund_one_of" CHECK("deposits"."fund" in ('operating', 'reserve')),
	CONSTRAINT "deposits_status_one_of" CHECK("deposits"."status" in ('open', 'closed')),
	CONSTRAINT "deposits_name_at_most" CHECK(length("deposits"."name") <= 200),
	CONSTRAINT "deposits_made_on_day" CHECK("deposits"."made_on" is date("deposits"."made_on"))
);
--> statement-breakpoint
CREATE INDEX `deposits_newest` ON `deposits` (`hoa_id`,`made_on`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `deposits_hoa_id_id_unique` ON `deposits` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `entries` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`category` text,
	`amount_cents` integer NOT NULL,
	`effective_on` text NOT NULL,
	`posted_at` text NOT NULL,
	`due_on` text,
	`fund` text,
	`invoice_id` text,
	`payment_id` text,
	`source_id` text,
	`pins` text,
	`rule` text,
	`memo` text,
	`note` text,
	`reason` text,
	`made_by` text,
	`made_by_name` text,
	`batch_id` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`account_id`) REFERENCES `accounts`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`invoice_id`) REFERENCES `invoices`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`payment_id`) REFERENCES `payments`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`source_id`) REFERENCES `entries`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "entries_kind_one_of" CHECK("entries"."kind" in ('charge', 'late_fee', 'interest', 'opening', 'payment', 'return', 'refund', 'credit', 'waiver', 'write_off', 'transfer', 'reversal')),
	CONSTRAINT "entries_category_one_of" CHECK("entries"."category" in ('assessment', 'special_assessment', 'fine', 'returned_payment_fee', 'collection_cost', 'attorney_fee', 'late_fee', 'interest', 'other')),
	CONSTRAINT "entries_fund_one_of" CHECK("entries"."fund" in ('operating', 'reserve')),
	CONSTRAINT "entries_memo_at_most" CHECK(length("entries"."memo") <= 200),
	CONSTRAINT "entries_note_at_most" CHECK(length("entries"."note") <= 500),
	CONSTRAINT "entries_reason_at_most" CHECK(length("entries"."reason") <= 200),
	CONSTRAINT "entries_within_account" CHECK(substr("entries"."id", 1, length("entries"."account_id") + 1) = "entries"."account_id" || '.'),
	CONSTRAINT "entries_sign" CHECK(case when "entries"."kind" in ('charge', 'late_fee', 'interest', 'return', 'refund') then "entries"."amount_cents" > 0
        when "entries"."kind" in ('payment', 'credit', 'waiver', 'write_off') then "entries"."amount_cents" < 0
        else "entries"."amount_cents" <> 0 end),
	CONSTRAINT "entries_amount" CHECK(abs("entries"."amount_cents") <= 99999999),
	CONSTRAINT "entries_due" CHECK(("entries"."due_on" is not null) = ("entries"."kind" in ('charge', 'late_fee', 'interest')
        or ("entries"."kind" in ('opening', 'transfer') and "entries"."amount_cents" > 0))),
	CONSTRAINT "entries_needs" CHECK(case "entries"."kind" when 'charge' then "entries"."category" is not null
        when 'late_fee' then "entries"."source_id" is not null and "entries"."rule" is not null
        when 'interest' then "entries"."source_id" is not null and "entries"."rule" is not null
        when 'opening' then "entries"."batch_id" is not null
        when 'transfer' then "entries"."batch_id" is not null
        when 'payment' then "entries"."payment_id" is not null
        when 'credit' then "entries"."reason" is not null
        else "entries"."source_id" is not null and "entries"."reason" is not null end),
	CONSTRAINT "entries_effective_on_day" CHECK("entries"."effective_on" is date("entries"."effective_on")),
	CONSTRAINT "entries_due_on_day" CHECK("entries"."due_on" is date("entries"."due_on"))
);
--> statement-breakpoint
CREATE INDEX `entries_account` ON `entries` (`hoa_id`,`account_id`,`effective_on`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `entries_hoa_id_id_unique` ON `entries` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `policies` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`kind` text NOT NULL,
	`starts_on` text NOT NULL,
	`settings` text NOT NULL,
	`made_by` text,
	`made_by_name` text,
	`made_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "policies_kind_one_of" CHECK("policies"."kind" in ('late_fee', 'interest', 'returned_fee', 'application', 'online_fee', 'dunning')),
	CONSTRAINT "policies_starts_on_day" CHECK("policies"."starts_on" is date("policies"."starts_on"))
);
--> statement-breakpoint
CREATE INDEX `policies_kind` ON `policies` (`hoa_id`,`kind`,`starts_on`);--> statement-breakpoint
CREATE UNIQUE INDEX `policies_hoa_id_id_unique` ON `policies` (`hoa_id`,`id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_dues` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`title` text NOT NULL,
	`frequency` text NOT NULL,
	`recipients` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`description` text,
	`anchor_date` text NOT NULL,
	`periods_sent` integer DEFAULT 0 NOT NULL,
	`send_date` text,
	`due_date` text,
	`due_date_offset` integer DEFAULT 7 NOT NULL,
	`status` text NOT NULL,
	`fund` text DEFAULT 'operating' NOT NULL,
	`category` text,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` text NOT NULL,
	`edits` text,
	`search_text` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`created_by`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "dues_frequency_one_of" CHECK("__new_dues"."frequency" in ('one_time', 'monthly', 'quarterly', 'half_yearly', 'yearly')),
	CONSTRAINT "dues_reason_one_of" CHECK("__new_dues"."reason" in ('dues', 'other')),
	CONSTRAINT "dues_fund_one_of" CHECK("__new_dues"."fund" in ('operating', 'reserve')),
	CONSTRAINT "dues_category_one_of" CHECK("__new_dues"."category" in ('assessment', 'special_assessment', 'fine', 'returned_payment_fee', 'collection_cost', 'attorney_fee', 'late_fee', 'interest', 'other')),
	CONSTRAINT "dues_status_one_of" CHECK("__new_dues"."status" in ('active', 'inactive')),
	CONSTRAINT "dues_title_at_most" CHECK(length("__new_dues"."title") <= 100),
	CONSTRAINT "dues_description_at_most" CHECK(length("__new_dues"."description") <= 200),
	CONSTRAINT "dues_amount" CHECK("__new_dues"."amount_cents" > 0),
	CONSTRAINT "dues_offset" CHECK("__new_dues"."due_date_offset" between 0 and 90),
	CONSTRAINT "dues_periods" CHECK("__new_dues"."periods_sent" >= 0),
	CONSTRAINT "dues_anchor_day" CHECK("__new_dues"."anchor_date" is date("__new_dues"."anchor_date")),
	CONSTRAINT "dues_send_day" CHECK("__new_dues"."send_date" is date("__new_dues"."send_date")),
	CONSTRAINT "dues_due" CHECK("__new_dues"."due_date" is date("__new_dues"."send_date", '+' || "__new_dues"."due_date_offset" || ' days'))
);
--> statement-breakpoint
INSERT INTO `__new_dues`("id", "hoa_id", "rev", "title", "frequency", "recipients", "amount_cents", "reason", "description", "anchor_date", "periods_sent", "send_date", "due_date", "due_date_offset", "status", "created_by", "created_by_name", "created_at", "edits", "search_text") SELECT "id", "hoa_id", "rev", "title", "frequency", "recipients", "amount_cents", "reason", "description", "anchor_date", "periods_sent", "send_date", "due_date", "due_date_offset", "status", "created_by", "created_by_name", "created_at", "edits", "search_text" FROM `dues`;--> statement-breakpoint
DROP TABLE `dues`;--> statement-breakpoint
ALTER TABLE `__new_dues` RENAME TO `dues`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `dues_newest` ON `dues` (`hoa_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `dues_ready` ON `dues` (`send_date`) WHERE "dues"."status" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX `dues_hoa_id_id_unique` ON `dues` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `__new_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`invoice_id` text,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`status` text NOT NULL,
	`method` text,
	`provider_payment_id` text,
	`checkout_session_id` text,
	`refund_of` text,
	`recorded_by` text,
	`account_id` text,
	`received_on` text,
	`reference` text,
	`payer_name` text,
	`memo` text,
	`deposit_id` text,
	`returned_cents` integer DEFAULT 0 NOT NULL,
	`kept_at` text,
	`note` text,
	`processor_fee_cents` integer,
	`unrecovered_cents` integer DEFAULT 0 NOT NULL,
	`failed_settlements` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`settled_at` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`invoice_id`) REFERENCES `invoices`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`recorded_by`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`refund_of`) REFERENCES `payments`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_kind_one_of" CHECK("__new_payments"."kind" in ('charge', 'outside', 'credit', 'refund')),
	CONSTRAINT "payments_status_one_of" CHECK("__new_payments"."status" in ('pending', 'succeeded', 'failed', 'canceled')),
	CONSTRAINT "payments_method_one_of" CHECK("__new_payments"."method" in ('card', 'us_bank_account', 'check', 'cash', 'transfer', 'other')),
	CONSTRAINT "payments_currency_one_of" CHECK("__new_payments"."currency" in ('usd')),
	CONSTRAINT "payments_amount" CHECK("__new_payments"."amount_cents" <> 0 and ("__new_payments"."kind" = 'refund') = ("__new_payments"."amount_cents" < 0)),
	CONSTRAINT "payments_note_at_most" CHECK(length("__new_payments"."note") <= 500)
);
--> statement-breakpoint
INSERT INTO `__new_payments`("id", "hoa_id", "rev", "invoice_id", "user_id", "kind", "amount_cents", "currency", "status", "method", "provider_payment_id", "checkout_session_id", "refund_of", "recorded_by", "note", "processor_fee_cents", "unrecovered_cents", "failed_settlements", "created_at", "settled_at") SELECT "id", "hoa_id", "rev", "invoice_id", "user_id", "kind", "amount_cents", "currency", "status", "method", "provider_payment_id", "checkout_session_id", "refund_of", "recorded_by", "note", "processor_fee_cents", "unrecovered_cents", "failed_settlements", "created_at", "settled_at" FROM `payments`;--> statement-breakpoint
DROP TABLE `payments`;--> statement-breakpoint
ALTER TABLE `__new_payments` RENAME TO `payments`;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider` ON `payments` (`provider_payment_id`);--> statement-breakpoint
CREATE INDEX `payments_checkout` ON `payments` (`checkout_session_id`);--> statement-breakpoint
CREATE INDEX `payments_invoice` ON `payments` (`hoa_id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `payments_account` ON `payments` (`hoa_id`,`account_id`);--> statement-breakpoint
CREATE INDEX `payments_user` ON `payments` (`hoa_id`,`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_unrecovered` ON `payments` (`created_at`) WHERE "payments"."unrecovered_cents" <> 0;--> statement-breakpoint
CREATE INDEX `payments_newest` ON `payments` (`hoa_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_hoa_id_id_unique` ON `payments` (`hoa_id`,`id`);--> statement-breakpoint
ALTER TABLE `disputes` ADD `account_id` text;--> statement-breakpoint
ALTER TABLE `hoas` ADD `ledger_opened_at` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `account_id` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `paid_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_account` ON `invoices` (`hoa_id`,`account_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `account_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE TRIGGER `entries_appended` BEFORE INSERT ON `entries`
WHEN EXISTS (SELECT 1 FROM `entries` WHERE `id` = NEW.`id`)
BEGIN
	SELECT RAISE(ABORT, 'entries are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `entries_unchanged` BEFORE UPDATE ON `entries`
WHEN NOT EXISTS (SELECT 1 FROM `activity_keeping` WHERE `hoa_id` = OLD.`hoa_id` AND `erasing` = 1)
	OR OLD.`id` IS NOT NEW.`id` OR OLD.`hoa_id` IS NOT NEW.`hoa_id` OR OLD.`account_id` IS NOT NEW.`account_id`
	OR OLD.`kind` IS NOT NEW.`kind` OR OLD.`category` IS NOT NEW.`category` OR OLD.`amount_cents` IS NOT NEW.`amount_cents`
	OR OLD.`effective_on` IS NOT NEW.`effective_on` OR OLD.`posted_at` IS NOT NEW.`posted_at` OR OLD.`due_on` IS NOT NEW.`due_on`
	OR OLD.`source_id` IS NOT NEW.`source_id` OR OLD.`payment_id` IS NOT NEW.`payment_id` OR OLD.`pins` IS NOT NEW.`pins`
BEGIN
	SELECT RAISE(ABORT, 'entries are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `entries_kept` BEFORE DELETE ON `entries`
WHEN NOT EXISTS (SELECT 1 FROM `activity_keeping` WHERE `hoa_id` = OLD.`hoa_id` AND OLD.`posted_at` < `removable_before`)
BEGIN
	SELECT RAISE(ABORT, 'entries are append-only');
END;
