CREATE TABLE `action_items` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`title` text NOT NULL,
	`owner_id` text,
	`owner_name` text NOT NULL,
	`due_on` text,
	`meeting_id` text,
	`item_id` text,
	`motion_id` text,
	`status` text DEFAULT 'open' NOT NULL,
	`done_note` text,
	`done_at` text,
	`executive` integer DEFAULT false NOT NULL,
	`desk` text,
	`created_by` text,
	`created_by_name` text NOT NULL,
	`created_at` text NOT NULL,
	`imported_by` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`meeting_id`) REFERENCES `meetings`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "action_items_status_one_of" CHECK("action_items"."status" in ('open', 'done', 'dropped')),
	CONSTRAINT "action_items_due_on_day" CHECK("action_items"."due_on" is date("action_items"."due_on"))
);
--> statement-breakpoint
CREATE INDEX `action_items_meeting` ON `action_items` (`hoa_id`,`meeting_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `action_items_hoa_id_id_unique` ON `action_items` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `agenda_items` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`meeting_id` text NOT NULL,
	`kind` text DEFAULT 'business' NOT NULL,
	`position` integer NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`minutes` integer,
	`presenter` text,
	`executive` integer DEFAULT false NOT NULL,
	`consent` integer DEFAULT false NOT NULL,
	`proposal` text DEFAULT '' NOT NULL,
	`record` text,
	`on_adopt` text,
	`on_fail` text,
	`noticed` integer DEFAULT false NOT NULL,
	`removed_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`meeting_id`) REFERENCES `meetings`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "agenda_items_kind_one_of" CHECK("agenda_items"."kind" in ('business', 'call_to_order', 'quorum', 'notice_proof', 'minutes', 'open_forum', 'reports', 'unfinished', 'new_business', 'nominations', 'ballot', 'results', 'executive', 'adjournment'))
);
--> statement-breakpoint
CREATE INDEX `agenda_items_meeting` ON `agenda_items` (`hoa_id`,`meeting_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `agenda_items_hoa_id_id_unique` ON `agenda_items` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `approved_minutes` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`board_text` text NOT NULL,
	`public_text` text NOT NULL,
	`approved_on` text NOT NULL,
	`approved_by_name` text NOT NULL,
	`motion_id` text,
	`at` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`id`) REFERENCES `meetings`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "approved_minutes_on_day" CHECK("approved_minutes"."approved_on" is date("approved_minutes"."approved_on"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `approved_minutes_hoa_id_id_unique` ON `approved_minutes` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `meeting_facts` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`meeting_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text,
	`data` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`at` text NOT NULL,
	`by` text,
	`by_name` text NOT NULL,
	`desk` text NOT NULL,
	`replaces` text NOT NULL,
	`recorded_at` text NOT NULL,
	`imported_by` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`meeting_id`) REFERENCES `meetings`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "meeting_facts_kind_one_of" CHECK("meeting_facts"."kind" in ('called_to_order', 'adjourned', 'recess', 'resumed', 'executive_started', 'executive_ended', 'item_started', 'recorder_taken', 'arrived', 'left', 'guest', 'motion_text', 'motion_seconded', 'motion_state', 'vote', 'count', 'result', 'recused', 'point_of_order', 'paper_notice', 'minutes_correction', 'voided'))
);
--> statement-breakpoint
CREATE INDEX `meeting_facts_meeting` ON `meeting_facts` (`hoa_id`,`meeting_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `meeting_facts_hoa_id_id_unique` ON `meeting_facts` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `meeting_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`settings` text NOT NULL,
	`changed_at` text NOT NULL,
	`changed_by_name` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `meeting_rules_hoa_id_id_unique` ON `meeting_rules` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `meetings` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`starts_at` text NOT NULL,
	`ends_at` text,
	`place` text,
	`remote_link` text,
	`purpose` text,
	`chair_id` text,
	`secretary_id` text,
	`desk_ids` text DEFAULT '[]' NOT NULL,
	`proxy_officers` text DEFAULT '[]' NOT NULL,
	`rules` text,
	`executive_only` integer DEFAULT false NOT NULL,
	`has_election` integer DEFAULT false NOT NULL,
	`exec_summary` text,
	`adjourned_from` text,
	`record_date` text,
	`roll_frozen_at` text,
	`notice_announcement_id` text,
	`noticed` integer DEFAULT false NOT NULL,
	`notice_reason` text,
	`notice_of` text,
	`cancel_announcement_id` text,
	`cancel_reason` text,
	`canceled_at` text,
	`canceled_by_name` text,
	`adjourned_at` text,
	`minutes_status` text DEFAULT 'none' NOT NULL,
	`minutes_approved_on` text,
	`minutes_document_id` text,
	`exec_minutes_document_id` text,
	`sequence` integer DEFAULT 0 NOT NULL,
	`changed_at` text NOT NULL,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "meetings_kind_one_of" CHECK("meetings"."kind" in ('board_regular', 'board_special', 'board_emergency', 'member_annual', 'member_special')),
	CONSTRAINT "meetings_status_one_of" CHECK("meetings"."status" in ('draft', 'scheduled', 'canceled')),
	CONSTRAINT "meetings_minutes_status_one_of" CHECK("meetings"."minutes_status" in ('none', 'draft', 'in_review', 'approved', 'published')),
	CONSTRAINT "meetings_record_date_day" CHECK("meetings"."record_date" is date("meetings"."record_date")),
	CONSTRAINT "meetings_minutes_approved_on_day" CHECK("meetings"."minutes_approved_on" is date("meetings"."minutes_approved_on"))
);
--> statement-breakpoint
CREATE INDEX `meetings_list` ON `meetings` (`hoa_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `meetings_hoa_id_id_unique` ON `meetings` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `minutes_texts` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`meeting_id` text NOT NULL,
	`item_id` text,
	`text` text DEFAULT '' NOT NULL,
	`replaces` text NOT NULL,
	`at` text NOT NULL,
	`by` text,
	`by_name` text NOT NULL,
	`desk` text NOT NULL,
	`imported_by` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`meeting_id`) REFERENCES `meetings`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `minutes_texts_meeting` ON `minutes_texts` (`hoa_id`,`meeting_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `minutes_texts_hoa_id_id_unique` ON `minutes_texts` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `motions` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`meeting_id` text NOT NULL,
	`item_id` text NOT NULL,
	`number` text NOT NULL,
	`mover` text NOT NULL,
	`mover_id` text,
	`threshold` text NOT NULL,
	`method` text NOT NULL,
	`executive` integer DEFAULT false NOT NULL,
	`public_summary` text,
	`on_adopt` text,
	`on_fail` text,
	`item_ids` text,
	`decisions` text,
	`at` text NOT NULL,
	`by` text,
	`by_name` text NOT NULL,
	`desk` text NOT NULL,
	`imported_by` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`meeting_id`) REFERENCES `meetings`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "motions_method_one_of" CHECK("motions"."method" in ('consent', 'voice', 'count', 'roll_call'))
);
--> statement-breakpoint
CREATE INDEX `motions_meeting` ON `motions` (`hoa_id`,`meeting_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `motions_hoa_id_id_unique` ON `motions` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `proxies` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`meeting_id` text NOT NULL,
	`address_id` text NOT NULL,
	`giver_name` text NOT NULL,
	`giver_id` text,
	`holder_name` text NOT NULL,
	`holder_id` text,
	`kind` text NOT NULL,
	`directions` text DEFAULT '[]' NOT NULL,
	`signed_at` text NOT NULL,
	`way` text NOT NULL,
	`photo_url` text,
	`photo` text,
	`status` text DEFAULT 'active' NOT NULL,
	`status_reason` text,
	`revoked_at` text,
	`revoked_by_name` text,
	`recorded_at` text NOT NULL,
	`recorded_by` text,
	`recorded_by_name` text NOT NULL,
	`voter_ids` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`meeting_id`) REFERENCES `meetings`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "proxies_kind_one_of" CHECK("proxies"."kind" in ('general', 'directed', 'quorum')),
	CONSTRAINT "proxies_way_one_of" CHECK("proxies"."way" in ('app', 'paper')),
	CONSTRAINT "proxies_status_one_of" CHECK("proxies"."status" in ('active', 'revoked', 'invalid'))
);
--> statement-breakpoint
CREATE INDEX `proxies_meeting` ON `proxies` (`hoa_id`,`meeting_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `proxies_hoa_id_id_unique` ON `proxies` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `roll_units` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`meeting_id` text NOT NULL,
	`address_id` text,
	`user_id` text,
	`position` integer NOT NULL,
	`label` text NOT NULL,
	`weight` integer NOT NULL,
	`owners` text NOT NULL,
	`designated` text,
	`office` text,
	`suspended` integer DEFAULT false NOT NULL,
	`non_voting` integer DEFAULT false NOT NULL,
	`voter_ids` text DEFAULT '[]' NOT NULL,
	`removed_at` text,
	`changes` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`meeting_id`) REFERENCES `meetings`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "roll_units_office_one_of" CHECK("roll_units"."office" in ('President', 'Secretary', 'Treasurer', 'Director'))
);
--> statement-breakpoint
CREATE INDEX `roll_units_meeting` ON `roll_units` (`hoa_id`,`meeting_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `roll_units_hoa_id_id_unique` ON `roll_units` (`hoa_id`,`id`);--> statement-breakpoint
CREATE TABLE `voting_units` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`weight` integer DEFAULT 1 NOT NULL,
	`owners` text,
	`designated` text,
	`suspended` text,
	`non_voting` integer DEFAULT false NOT NULL,
	`note` text,
	`voter_ids` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hoa_id`,`id`) REFERENCES `addresses`(`hoa_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "voting_units_weight" CHECK("voting_units"."weight" between 0 and 1000000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `voting_units_hoa_id_id_unique` ON `voting_units` (`hoa_id`,`id`);