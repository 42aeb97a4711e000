import { documents } from '../../schema/documents.ts';
import { extensionOf } from '../../schema/uploads.ts';
import { attach, type Community } from './community.ts';
import type { DocumentScript } from './script.ts';

/** Adds every document of the script, with its file. */
export const addDocuments = (community: Community): void => {
  for (const script of community.script.documents) addDocument(community, script);
};

const addDocument = (community: Community, script: DocumentScript) => {
  const by = community.person(script.by);
  const file = attach(community, by, 'document', script.file, script.title);
  community.book.add(documents, {
    id: community.id(`document/${script.title}`),
    hoa_id: community.hoa_id,
    title: script.title,
    category: script.category,
    file_type: extensionOf(file.name),
    file_size: file.size,
    is_public: !script.boardOnly,
    notes: script.notes ?? null,
    tags: script.tags ?? [],
    s3_key: file.key,
    uploaded_by: by.id,
    uploaded_by_name: by.name,
    created_at: community.clock.ago(script.days),
  });
};
