CREATE TABLE `paused_hoas` (
	`hoa_id` text PRIMARY KEY NOT NULL,
	`paused_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action
);
