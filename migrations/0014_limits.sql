ALTER TABLE `hoas` ADD `mails_paused_until` text;--> statement-breakpoint
CREATE INDEX `refusals_user` ON `refusals` (`hoa_id`,`user_id`,`id`);