CREATE TABLE `account_figures` (
	`account_id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`day` text NOT NULL,
	`stamp` text NOT NULL,
	`figures` text NOT NULL,
	`months` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`account_id`) REFERENCES `accounts`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action
);
