ALTER TABLE `dues` ADD `recipient_rule` text;--> statement-breakpoint
ALTER TABLE `dues` ADD `excluded` text;