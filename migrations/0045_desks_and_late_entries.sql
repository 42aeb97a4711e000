PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_meeting_facts` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`meeting_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text,
	`data` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`at` text NOT NULL,
	`by` text,
	`by_name` text NOT NULL,
	`desk` text NOT NULL,
	`replaces` text NOT NULL,
	`recorded_at` text NOT NULL,
	`imported_by` text,
	`executive_session_id` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`meeting_id`) REFERENCES `meetings`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "meeting_facts_kind_one_of" CHECK("__new_meeting_facts"."kind" in ('called_to_order', 'adjourned', 'recess', 'resumed', 'executive_started', 'executive_ended', 'item_started', 'recorder_taken', 'arrived', 'left', 'guest', 'motion_text', 'motion_seconded', 'motion_state', 'vote', 'count', 'result', 'recused', 'point_of_order', 'paper_notice', 'minutes_correction', 'voided', 'desk_opened', 'desk_closed'))
);
--> statement-breakpoint
INSERT INTO `__new_meeting_facts`("id", "hoa_id", "rev", "meeting_id", "kind", "subject", "data", "text", "at", "by", "by_name", "desk", "replaces", "recorded_at", "imported_by", "executive_session_id") SELECT "id", "hoa_id", "rev", "meeting_id", "kind", "subject", "data", "text", "at", "by", "by_name", "desk", "replaces", "recorded_at", "imported_by", "executive_session_id" FROM `meeting_facts`;--> statement-breakpoint
DROP TABLE `meeting_facts`;--> statement-breakpoint
ALTER TABLE `__new_meeting_facts` RENAME TO `meeting_facts`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `meeting_facts_meeting` ON `meeting_facts` (`hoa_id`,`meeting_id`);--> statement-breakpoint
CREATE INDEX `meeting_facts_subject` ON `meeting_facts` (`hoa_id`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `meeting_facts_hoa_id_id_unique` ON `meeting_facts` (`hoa_id`,`id`);--> statement-breakpoint
ALTER TABLE `approved_minutes` ADD `executive_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `meetings` ADD `minutes_approved_at` text;--> statement-breakpoint
ALTER TABLE `meetings` ADD `minutes_late_at` text;