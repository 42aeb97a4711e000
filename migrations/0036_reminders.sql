CREATE TABLE `reminders` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`charge_id` text,
	`plan_id` text,
	`step` text,
	`channel` text NOT NULL,
	`status` text NOT NULL,
	`remind_on` text NOT NULL,
	`amount_cents` integer,
	`reason` text,
	`sent_to` text,
	`made_by` text,
	`made_by_name` text,
	`made_at` text NOT NULL,
	`done_at` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`account_id`) REFERENCES `accounts`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`charge_id`) REFERENCES `entries`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`plan_id`) REFERENCES `plans`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reminders_kind_one_of" CHECK("reminders"."kind" in ('step', 'by_hand', 'instalment', 'broken_plan')),
	CONSTRAINT "reminders_channel_one_of" CHECK("reminders"."channel" in ('mail', 'letter')),
	CONSTRAINT "reminders_status_one_of" CHECK("reminders"."status" in ('queued', 'delivered', 'refused', 'skipped', 'to_print', 'printed')),
	CONSTRAINT "reminders_remind_on_day" CHECK("reminders"."remind_on" is date("reminders"."remind_on"))
);
--> statement-breakpoint
CREATE INDEX `reminders_account` ON `reminders` (`hoa_id`,`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reminders_hoa_id_id_unique` ON `reminders` (`hoa_id`,`id`);