ALTER TABLE `action_items` ADD `executive_session_id` text;--> statement-breakpoint
ALTER TABLE `meeting_facts` ADD `executive_session_id` text;--> statement-breakpoint
ALTER TABLE `meetings` ADD `had_executive` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `minutes_texts` ADD `executive_session_id` text;--> statement-breakpoint
ALTER TABLE `motions` ADD `executive_session_id` text;--> statement-breakpoint
UPDATE `meetings` SET `had_executive` = 1 WHERE EXISTS (
  SELECT 1 FROM `meeting_facts` f
  WHERE f.hoa_id = `meetings`.hoa_id AND f.meeting_id = `meetings`.id AND f.kind = 'executive_started');
