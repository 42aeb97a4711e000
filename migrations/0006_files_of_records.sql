ALTER TABLE `announcements` ADD `history` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `file_pending` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `uploads` ADD `record` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `pending` integer DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE `uploads` SET `record` = coalesce(
  (SELECT 'request/' || id FROM `requests` WHERE `photo_url` = `uploads`.`final_key`),
  (SELECT 'violation/' || id FROM `violations` WHERE `photo_url` = `uploads`.`final_key`),
  (SELECT 'violationMessage/' || id FROM `violation_messages` WHERE `photo_url` = `uploads`.`final_key`),
  (SELECT 'document/' || id FROM `documents` WHERE `s3_key` = `uploads`.`final_key`),
  (SELECT 'announcement/' || id FROM `announcements` WHERE `attachment` IS NOT NULL AND `attachment` ->> '$.s3_key' = `uploads`.`final_key`)
) WHERE `final_key` IS NOT NULL;
