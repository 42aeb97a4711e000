CREATE TABLE `idempotency_keys` (
	`hoa_id` text NOT NULL,
	`caller` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`record_id` text NOT NULL,
	`claim` text NOT NULL,
	`claimed_at` text NOT NULL,
	`commits` integer DEFAULT 0 NOT NULL,
	`status` integer,
	`answer` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`caller`, `key`),
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_hoa` ON `idempotency_keys` (`hoa_id`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_at` ON `idempotency_keys` (`created_at`);