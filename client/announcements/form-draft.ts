import { zodResolver } from '@hookform/resolvers/zod';
import { useEditedForm } from '../record/edited-form.ts';
import { changesOf, formInput, type Values } from './form-values.ts';

const RESOLVER = zodResolver(formInput);

/** The announcement's form over `base`, with its draft. */
export const useDraftedForm = (key: string, base: Values) => useEditedForm<Values>(key, base, RESOLVER, changesOf);
