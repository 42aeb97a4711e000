CREATE TABLE `notification_preferences` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`user_id` text NOT NULL,
	`choices` text DEFAULT '{}' NOT NULL,
	`quiet_from` integer,
	`quiet_to` integer,
	`digest_hour` integer,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notification_preferences_own" CHECK("notification_preferences"."user_id" = "notification_preferences"."id"),
	CONSTRAINT "notification_preferences_quiet" CHECK(("notification_preferences"."quiet_from" is null) = ("notification_preferences"."quiet_to" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_preferences_hoa_id_id_unique` ON `notification_preferences` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`user_id` text NOT NULL,
	`event` text NOT NULL,
	`entity` text NOT NULL,
	`record_id` text NOT NULL,
	`item_id` text,
	`at` text NOT NULL,
	`mail` text,
	`push` text,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`hoa_id`,`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `notifications_at` ON `notifications` (`at`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`user_id` text NOT NULL,
	`family_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`last_job` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`hoa_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_family` ON `push_subscriptions` (`family_id`);