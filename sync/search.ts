/** Search ignores case and treats the Greek final sigma like any other sigma. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
