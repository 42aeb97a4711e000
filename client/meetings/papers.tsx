import { useRows } from '../store.ts';

/** The title of a document that residents may read. */
export const usePaperTitle = () => {
  const documents = useRows('document');
  return (id: string) => {
    const document = documents.get(id);
    return document?.is_public ? document.title : undefined;
  };
};
