import { extractText, getDocumentProxy } from 'unpdf';

export const textOf = async (bytes: Uint8Array): Promise<string> => {
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
};
