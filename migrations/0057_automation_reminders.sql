ALTER TABLE `hoas` ADD `remind_unanswered_from` text;--> statement-breakpoint
ALTER TABLE `hoas` ADD `remind_overdue_from` text;