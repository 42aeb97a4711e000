CREATE TABLE `addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`street` text NOT NULL,
	`unit_number` text,
	`is_rented` integer DEFAULT false NOT NULL,
	`notes` text,
	`resident_ids` text DEFAULT '[]' NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "addresses_street_length" CHECK(length("addresses"."street") >= 3),
	CONSTRAINT "addresses_street_at_most" CHECK(length("addresses"."street") <= 200),
	CONSTRAINT "addresses_unit_at_most" CHECK(length("addresses"."unit_number") <= 10),
	CONSTRAINT "addresses_notes_at_most" CHECK(length("addresses"."notes") <= 500)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `addresses_place` ON `addresses` (`hoa_id`,lower(trim("street")),lower(trim(case when "unit_number" is null then '' else "unit_number" end)));--> statement-breakpoint
CREATE INDEX `addresses_list` ON `addresses` (`hoa_id`,`street`,`unit_number`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `addresses_hoa_id_id_unique` ON `addresses` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `announcement_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`announcement_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`reason` text,
	`provider_id` text,
	`created_at` text NOT NULL,
	`settled_at` text,
	FOREIGN KEY (`hoa_id`,`announcement_id`) REFERENCES `announcements`(`hoa_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "announcement_deliveries_status_one_of" CHECK("announcement_deliveries"."status" in ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `announcement_deliveries_recipient` ON `announcement_deliveries` (`hoa_id`,`announcement_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `announcement_deliveries_status` ON `announcement_deliveries` (`hoa_id`,`announcement_id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `announcement_deliveries_hoa_id_id_unique` ON `announcement_deliveries` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `announcement_reads` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`announcement_id` text NOT NULL,
	`user_id` text NOT NULL,
	`read_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`,`announcement_id`) REFERENCES `announcements`(`hoa_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `announcement_reads_reader` ON `announcement_reads` (`hoa_id`,`announcement_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `announcement_reads_user` ON `announcement_reads` (`hoa_id`,`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `announcement_reads_hoa_id_id_unique` ON `announcement_reads` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`category` text NOT NULL,
	`status` text NOT NULL,
	`audience_type` text NOT NULL,
	`custom_recipients` text DEFAULT '[]' NOT NULL,
	`attachment` text,
	`delivery_methods` text DEFAULT '["in_app","email"]' NOT NULL,
	`recipient_count` integer DEFAULT 0 NOT NULL,
	`delivered_count` integer DEFAULT 0 NOT NULL,
	`failed_count` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` text NOT NULL,
	`sent_at` text,
	`sending_since` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`created_by`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "announcements_category_one_of" CHECK("announcements"."category" in ('general', 'maintenance', 'event', 'reminder', 'urgent')),
	CONSTRAINT "announcements_status_one_of" CHECK("announcements"."status" in ('draft', 'scheduled', 'sending', 'sent', 'failed')),
	CONSTRAINT "announcements_audience_one_of" CHECK("announcements"."audience_type" in ('all', 'board', 'residents', 'custom')),
	CONSTRAINT "announcements_title_at_most" CHECK(length("announcements"."title") <= 200),
	CONSTRAINT "announcements_message_at_most" CHECK(length("announcements"."message") <= 50000),
	CONSTRAINT "announcements_counts" CHECK("announcements"."delivered_count" + "announcements"."failed_count" <= "announcements"."recipient_count")
);
--> statement-breakpoint
CREATE INDEX `announcements_newest` ON `announcements` (`hoa_id`,case when "sent_at" is null then "created_at" else "sent_at" end,`id`);--> statement-breakpoint
CREATE INDEX `announcements_file` ON `announcements` ("attachment" ->> '$.s3_key') WHERE "announcements"."attachment" is not null;--> statement-breakpoint
CREATE INDEX `announcements_sending` ON `announcements` (`sending_since`) WHERE "announcements"."status" = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX `announcements_hoa_id_id_unique` ON `announcements` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `credentials` (
	`user_id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`password_hash` text NOT NULL,
	`changed_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`title` text NOT NULL,
	`category` text NOT NULL,
	`file_type` text NOT NULL,
	`file_size` integer NOT NULL,
	`is_public` integer DEFAULT true NOT NULL,
	`notes` text,
	`tags` text DEFAULT '[]' NOT NULL,
	`s3_key` text NOT NULL,
	`uploaded_by` text NOT NULL,
	`uploaded_by_name` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`uploaded_by`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "documents_category_one_of" CHECK("documents"."category" in ('Bylaws', 'Financials', 'Meeting Minutes', 'Legal', 'Architectural', 'Insurance', 'Maintenance', 'Other')),
	CONSTRAINT "documents_file_type_one_of" CHECK("documents"."file_type" in ('pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'gif')),
	CONSTRAINT "documents_file_size" CHECK("documents"."file_size" between 1 and 10485760),
	CONSTRAINT "documents_title_at_most" CHECK(length("documents"."title") <= 200),
	CONSTRAINT "documents_notes_at_most" CHECK(length("documents"."notes") <= 500)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_file` ON `documents` (`s3_key`);--> statement-breakpoint
CREATE INDEX `documents_newest` ON `documents` (`hoa_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `documents_public` ON `documents` (`hoa_id`,`is_public`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_hoa_id_id_unique` ON `documents` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `dues` (
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
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`created_by`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "dues_frequency_one_of" CHECK("dues"."frequency" in ('one_time', 'monthly', 'quarterly')),
	CONSTRAINT "dues_reason_one_of" CHECK("dues"."reason" in ('dues', 'other')),
	CONSTRAINT "dues_status_one_of" CHECK("dues"."status" in ('active', 'inactive')),
	CONSTRAINT "dues_title_at_most" CHECK(length("dues"."title") <= 100),
	CONSTRAINT "dues_description_at_most" CHECK(length("dues"."description") <= 200),
	CONSTRAINT "dues_amount" CHECK("dues"."amount_cents" > 0),
	CONSTRAINT "dues_offset" CHECK("dues"."due_date_offset" between 1 and 20),
	CONSTRAINT "dues_periods" CHECK("dues"."periods_sent" >= 0),
	CONSTRAINT "dues_anchor_day" CHECK("dues"."anchor_date" is date("dues"."anchor_date")),
	CONSTRAINT "dues_send_day" CHECK("dues"."send_date" is date("dues"."send_date")),
	CONSTRAINT "dues_due" CHECK("dues"."due_date" is date("dues"."send_date", '+' || "dues"."due_date_offset" || ' days'))
);
--> statement-breakpoint
CREATE INDEX `dues_newest` ON `dues` (`hoa_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `dues_ready` ON `dues` (`send_date`) WHERE "dues"."status" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX `dues_hoa_id_id_unique` ON `dues` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `hoas` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`city` text,
	`zip` text,
	`time_zone` text DEFAULT 'America/Chicago' NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "hoas_own_tenant" CHECK("hoas"."hoa_id" = "hoas"."id"),
	CONSTRAINT "hoas_name_at_most" CHECK(length("hoas"."name") <= 200),
	CONSTRAINT "hoas_city_at_most" CHECK(length("hoas"."city") <= 100),
	CONSTRAINT "hoas_zip_at_most" CHECK(length("hoas"."zip") <= 20)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hoas_name` ON `hoas` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `hoas_hoa_id_id_unique` ON `hoas` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`due_id` text NOT NULL,
	`recipient_id` text NOT NULL,
	`period` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`amount_cents` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`sent` text NOT NULL,
	`due_date` text NOT NULL,
	`paid_at` text,
	`canceled_at` text,
	`checkout_session_id` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`due_id`) REFERENCES `dues`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`recipient_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_status_one_of" CHECK("invoices"."status" in ('pending', 'paid', 'canceled')),
	CONSTRAINT "invoices_title_at_most" CHECK(length("invoices"."title") <= 100),
	CONSTRAINT "invoices_description_at_most" CHECK(length("invoices"."description") <= 200),
	CONSTRAINT "invoices_amount" CHECK("invoices"."amount_cents" > 0),
	CONSTRAINT "invoices_paid" CHECK(("invoices"."status" = 'paid') = ("invoices"."paid_at" is not null)),
	CONSTRAINT "invoices_canceled" CHECK(("invoices"."status" = 'canceled') = ("invoices"."canceled_at" is not null)),
	CONSTRAINT "invoices_period_day" CHECK("invoices"."period" is date("invoices"."period")),
	CONSTRAINT "invoices_due_day" CHECK("invoices"."due_date" is date("invoices"."due_date"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_period` ON `invoices` (`due_id`,`recipient_id`,`period`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_checkout` ON `invoices` (`checkout_session_id`);--> statement-breakpoint
CREATE INDEX `invoices_mine` ON `invoices` (`hoa_id`,`recipient_id`,`due_date`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_newest` ON `invoices` (`hoa_id`,`due_date`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_status` ON `invoices` (`hoa_id`,`status`,`due_date`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_hoa_id_id_unique` ON `invoices` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` text NOT NULL,
	`last_error` text,
	`created_at` text NOT NULL,
	CONSTRAINT "outbox_status_one_of" CHECK("outbox"."status" in ('pending', 'done', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_key` ON `outbox` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_at`) WHERE "outbox"."status" = 'pending';--> statement-breakpoint
CREATE TABLE `payment_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`account_id` text NOT NULL,
	`details_submitted` integer DEFAULT false NOT NULL,
	`charges_enabled` integer DEFAULT false NOT NULL,
	`payouts_enabled` integer DEFAULT false NOT NULL,
	`capabilities` text NOT NULL,
	`business_profile` text NOT NULL,
	`requirements_due` text DEFAULT '[]' NOT NULL,
	`created_at` text NOT NULL,
	`checked_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_accounts_hoa` ON `payment_accounts` (`hoa_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_accounts_account` ON `payment_accounts` (`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_accounts_hoa_id_id_unique` ON `payment_accounts` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `payments` (
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
	`note` text,
	`created_at` text NOT NULL,
	`settled_at` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`invoice_id`) REFERENCES `invoices`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`recorded_by`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`refund_of`) REFERENCES `payments`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_kind_one_of" CHECK("payments"."kind" in ('charge', 'outside', 'credit', 'refund')),
	CONSTRAINT "payments_status_one_of" CHECK("payments"."status" in ('pending', 'succeeded', 'failed', 'canceled')),
	CONSTRAINT "payments_method_one_of" CHECK("payments"."method" in ('card', 'us_bank_account', 'check', 'cash', 'other')),
	CONSTRAINT "payments_currency_one_of" CHECK("payments"."currency" in ('usd')),
	CONSTRAINT "payments_amount" CHECK("payments"."amount_cents" <> 0 and ("payments"."kind" = 'refund') = ("payments"."amount_cents" < 0)),
	CONSTRAINT "payments_note_at_most" CHECK(length("payments"."note") <= 500)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider` ON `payments` (`provider_payment_id`);--> statement-breakpoint
CREATE INDEX `payments_checkout` ON `payments` (`checkout_session_id`);--> statement-breakpoint
CREATE INDEX `payments_invoice` ON `payments` (`hoa_id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `payments_user` ON `payments` (`hoa_id`,`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_newest` ON `payments` (`hoa_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_hoa_id_id_unique` ON `payments` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `processor_events` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text,
	`type` text NOT NULL,
	`account_id` text,
	`created_at` text NOT NULL,
	`received_at` text NOT NULL,
	`processed_at` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `processor_events_hoa` ON `processor_events` (`hoa_id`,`received_at`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rate_limits_window` ON `rate_limits` (`key`,`window_start`);--> statement-breakpoint
CREATE TABLE `refresh_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`family_id` text NOT NULL,
	`hoa_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`spent_at` text,
	`successor` text,
	`revoked_at` text,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `refresh_tokens_family` ON `refresh_tokens` (`family_id`);--> statement-breakpoint
CREATE INDEX `refresh_tokens_user` ON `refresh_tokens` (`hoa_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `refusals` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`client_group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`mutation` text NOT NULL,
	`args` text NOT NULL,
	`code` text NOT NULL,
	`message` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `refusals_group` ON `refusals` (`client_group_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refusals_hoa_id_id_unique` ON `refusals` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `request_comments` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`request_id` text NOT NULL,
	`resident_id` text NOT NULL,
	`user_id` text NOT NULL,
	`author_name` text NOT NULL,
	`is_staff` integer NOT NULL,
	`message` text NOT NULL,
	`is_public` integer DEFAULT true NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`,`request_id`) REFERENCES `requests`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`resident_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "request_comments_message_at_most" CHECK(length("request_comments"."message") <= 50000)
);
--> statement-breakpoint
CREATE INDEX `request_comments_thread` ON `request_comments` (`hoa_id`,`request_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `request_comments_hoa_id_id_unique` ON `request_comments` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `requests` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`user_id` text NOT NULL,
	`address_id` text,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`category` text NOT NULL,
	`status` text NOT NULL,
	`photo_url` text,
	`photo` text,
	`assigned_to` text,
	`resolution_deadline` text,
	`resolution_notes` text,
	`history` text DEFAULT '[]' NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`assigned_to`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`address_id`) REFERENCES `addresses`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "requests_category_one_of" CHECK("requests"."category" in ('Maintenance', 'Modification', 'Inquiry', 'Other')),
	CONSTRAINT "requests_status_one_of" CHECK("requests"."status" in ('open', 'in_progress', 'awaiting_info', 'resolved', 'closed', 'rejected')),
	CONSTRAINT "requests_title_at_most" CHECK(length("requests"."title") <= 200),
	CONSTRAINT "requests_description_at_most" CHECK(length("requests"."description") <= 50000)
);
--> statement-breakpoint
CREATE INDEX `requests_newest` ON `requests` (`hoa_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `requests_owner` ON `requests` (`hoa_id`,`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `requests_photo` ON `requests` (`photo_url`) WHERE "requests"."photo_url" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `requests_hoa_id_id_unique` ON `requests` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `signups` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`user_id` text NOT NULL,
	`plan` text NOT NULL,
	`status` text NOT NULL,
	`setup_intent_id` text NOT NULL,
	`payment_method_id` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`completed_at` text,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "signups_plan_one_of" CHECK("signups"."plan" in ('free', 'starter', 'growth', 'pro')),
	CONSTRAINT "signups_status_one_of" CHECK("signups"."status" in ('pending', 'secured', 'complete'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signups_hoa` ON `signups` (`hoa_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `signups_setup_intent` ON `signups` (`setup_intent_id`);--> statement-breakpoint
CREATE INDEX `signups_abandoned` ON `signups` (`expires_at`) WHERE "signups"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX `signups_hoa_id_id_unique` ON `signups` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`plan` text NOT NULL,
	`next_plan` text,
	`status` text NOT NULL,
	`stripe_customer_id` text,
	`stripe_subscription_id` text,
	`trial_end` text,
	`current_period_end` text,
	`canceled_at` text,
	`cancellation_reason` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_plan_one_of" CHECK("subscriptions"."plan" in ('free', 'starter', 'growth', 'pro')),
	CONSTRAINT "subscriptions_next_plan_one_of" CHECK("subscriptions"."next_plan" in ('free', 'starter', 'growth', 'pro')),
	CONSTRAINT "subscriptions_status_one_of" CHECK("subscriptions"."status" in ('trialing', 'active', 'past_due', 'canceled')),
	CONSTRAINT "subscriptions_reason_at_most" CHECK(length("subscriptions"."cancellation_reason") <= 500)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_hoa` ON `subscriptions` (`hoa_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_customer` ON `subscriptions` (`stripe_customer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_stripe` ON `subscriptions` (`stripe_subscription_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_hoa_id_id_unique` ON `subscriptions` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `sync_client_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sync_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`client_group_id` text NOT NULL,
	`last_mutation_id` integer NOT NULL,
	`seen_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sync_clients_group` ON `sync_clients` (`client_group_id`);--> statement-breakpoint
CREATE TABLE `sync_guard` (
	`ok` integer NOT NULL,
	CONSTRAINT "sync_guard_moved" CHECK("sync_guard"."ok" = 1)
);
--> statement-breakpoint
CREATE TABLE `sync_instance` (
	`instance` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sync_log` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hoa_id` text NOT NULL,
	`audience` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`gone` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sync_log_audience` ON `sync_log` (`hoa_id`,`audience`,`seq`);--> statement-breakpoint
CREATE INDEX `sync_log_hoa` ON `sync_log` (`hoa_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `sync_log_row` ON `sync_log` (`entity`,`entity_id`,`audience`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`key` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`user_id` text NOT NULL,
	`feature` text NOT NULL,
	`name` text NOT NULL,
	`content_type` text NOT NULL,
	`size` integer,
	`final_key` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "uploads_feature_one_of" CHECK("uploads"."feature" in ('announcements', 'requests', 'documents', 'violations'))
);
--> statement-breakpoint
CREATE INDEX `uploads_final` ON `uploads` (`final_key`);--> statement-breakpoint
CREATE TABLE `user_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "user_tokens_purpose_one_of" CHECK("user_tokens"."purpose" in ('activation', 'reset'))
);
--> statement-breakpoint
CREATE INDEX `user_tokens_user` ON `user_tokens` (`hoa_id`,`user_id`,`purpose`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`status` text NOT NULL,
	`address_id` text,
	`phone` text,
	`created_at` text NOT NULL,
	`last_login` text,
	`deleted_at` text,
	`epoch` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`address_id`) REFERENCES `addresses`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_email_form" CHECK("users"."email" = lower(trim("users"."email"))),
	CONSTRAINT "users_role_one_of" CHECK("users"."role" in ('resident', 'board', 'superadmin')),
	CONSTRAINT "users_status_one_of" CHECK("users"."status" in ('active', 'invited', 'inactive')),
	CONSTRAINT "users_name_at_most" CHECK(length("users"."name") <= 200),
	CONSTRAINT "users_email_at_most" CHECK(length("users"."email") <= 254),
	CONSTRAINT "users_phone_at_most" CHECK(length("users"."phone") <= 40)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_address` ON `users` (`hoa_id`,`address_id`);--> statement-breakpoint
CREATE INDEX `users_list` ON `users` (`hoa_id`,`name`,`email`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_hoa_id_id_unique` ON `users` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `violation_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`violation_id` text NOT NULL,
	`resident_id` text NOT NULL,
	`sender_id` text NOT NULL,
	`sender_name` text NOT NULL,
	`is_staff` integer NOT NULL,
	`message` text NOT NULL,
	`is_internal` integer DEFAULT false NOT NULL,
	`photo_url` text,
	`photo` text,
	`sent_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`,`violation_id`) REFERENCES `violations`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`resident_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`sender_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "violation_messages_message_at_most" CHECK(length("violation_messages"."message") <= 50000)
);
--> statement-breakpoint
CREATE INDEX `violation_messages_thread` ON `violation_messages` (`hoa_id`,`violation_id`,`sent_at`,`id`);--> statement-breakpoint
CREATE INDEX `violation_messages_photo` ON `violation_messages` (`photo_url`) WHERE "violation_messages"."photo_url" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `violation_messages_hoa_id_id_unique` ON `violation_messages` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `violations` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`user_id` text NOT NULL,
	`address_id` text,
	`issued_by` text NOT NULL,
	`issued_by_name` text NOT NULL,
	`issued_by_email` text NOT NULL,
	`category` text NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`due_date` text NOT NULL,
	`photo_url` text,
	`photo` text,
	`status` text NOT NULL,
	`resolution` text,
	`history` text DEFAULT '[]' NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`issued_by`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`address_id`) REFERENCES `addresses`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "violations_category_one_of" CHECK("violations"."category" in ('Lawn Maintenance', 'Parking', 'Noise', 'Architectural', 'Trash', 'Pet', 'Other')),
	CONSTRAINT "violations_status_one_of" CHECK("violations"."status" in ('open', 'under_review', 'resolved', 'escalated', 'dismissed')),
	CONSTRAINT "violations_due_day" CHECK("violations"."due_date" is date("violations"."due_date")),
	CONSTRAINT "violations_title_at_most" CHECK(length("violations"."title") <= 200),
	CONSTRAINT "violations_message_at_most" CHECK(length("violations"."message") <= 50000)
);
--> statement-breakpoint
CREATE INDEX `violations_newest` ON `violations` (`hoa_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `violations_owner` ON `violations` (`hoa_id`,`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `violations_photo` ON `violations` (`photo_url`) WHERE "violations"."photo_url" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `violations_hoa_id_id_unique` ON `violations` (`hoa_id`,`id`);