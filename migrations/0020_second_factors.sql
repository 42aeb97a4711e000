CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`hoa_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `second_factor_checks` (
	`family_id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`user_id` text NOT NULL,
	`checked_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `second_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`created_at` text NOT NULL,
	`confirmed_at` text,
	`last_step` integer,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action
);
