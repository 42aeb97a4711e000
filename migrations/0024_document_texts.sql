CREATE TABLE `document_texts` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`document_id` text NOT NULL,
	`part` integer NOT NULL,
	`text` text NOT NULL,
	`is_public` integer NOT NULL,
	FOREIGN KEY (`hoa_id`,`document_id`) REFERENCES `documents`(`hoa_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "document_texts_text_at_most" CHECK(length("document_texts"."text") <= 30000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `document_texts_part` ON `document_texts` (`hoa_id`,`document_id`,`part`);--> statement-breakpoint
CREATE UNIQUE INDEX `document_texts_hoa_id_id_unique` ON `document_texts` (`hoa_id`,`id`);