/** The form in which texts are compared: lower case, the Greek final sigma as any other sigma. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
