import { documents } from '../../schema/tables/documents.ts';
import { extensionOf } from '../../schema/uploads.ts';
import { attach, type Community, keyOf } from './community.ts';
import type { DocumentData } from './hoa-data.ts';

export const addDocuments = (community: Community): void => {
  for (const data of community.data.documents) addDocument(community, data);
};

const addDocument = (community: Community, data: DocumentData) => {
  const by = community.person(data.by);
  const file = attach(community, by, 'document', data.file, data.title, keyOf(data));
  community.rows.add(documents, {
    id: community.id(`document/${keyOf(data)}`),
    hoa_id: community.hoa_id,
    title: data.title,
    category: data.category,
    file_type: extensionOf(file.name),
    file_size: file.size,
    is_public: !data.boardOnly,
    notes: data.notes ?? null,
    tags: data.tags ?? [],
    s3_key: file.key,
    uploaded_by: by.id,
    uploaded_by_name: by.name,
    created_at: community.clock.ago(data.days),
  });
};
