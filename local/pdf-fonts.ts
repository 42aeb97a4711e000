import { inModules } from './paths.ts';

const INTER = ['@expo-google-fonts', 'inter'] as const;

/** The font of PDFs, by its path in the build, with its licence (SIL Open Font License 1.1). The worker reads it;
 * browsers never load it. */
export const PDF_FONTS: Record<string, string> = {
  'fonts/Inter-Regular.ttf': inModules(...INTER, '400Regular', 'Inter_400Regular.ttf'),
  'fonts/Inter-Bold.ttf': inModules(...INTER, '700Bold', 'Inter_700Bold.ttf'),
  'fonts/LICENSE.txt': inModules(...INTER, 'LICENSE_FONT'),
};
