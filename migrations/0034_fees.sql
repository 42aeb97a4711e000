ALTER TABLE `hoas` ADD `late_fees_announced_on` text;--> statement-breakpoint
CREATE INDEX `disputes_account` ON `disputes` (`hoa_id`,`account_id`);