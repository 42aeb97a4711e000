CREATE TABLE `sync_log_minutes` (
	`minute` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
