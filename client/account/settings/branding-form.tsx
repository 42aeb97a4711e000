import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type Resolver, type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { accent } from '../../../schema/hoa-inputs.ts';
import type { Hoa } from '../../../schema/tables/hoas.ts';
import { brandingConflicts } from '../../../sync/hoas/entity.ts';
import { versionsOf } from '../../../sync/versions.ts';
import { useBranding } from '../../device/branding.ts';
import { save, useOnline } from '../../device/store.ts';
import { uploadFile } from '../../files/file-calls.ts';
import { LOGO_SOURCES, type LogoFile, prepareLogo } from '../../files/logo-file.ts';
import { FieldConflict } from '../../forms/conflict.tsx';
import { TextField } from '../../forms/fields.tsx';
import { useSaveForm } from '../../forms/save-form.tsx';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Preview } from './branding-preview.tsx';
import { drafts } from './outbox.ts';
import { SettingsForm } from './settings-form.tsx';

type Values = { accent: string };
const FIELDS = ['accent'] as const;
const resolver = zodResolver(z.object({ accent })) as unknown as Resolver<Values>;
/** Porchlight's own. */
const PINE = '#1d5b4b';

export const BrandingForm = ({ hoa, onDone }: { hoa: Hoa; onDone: () => void }) => {
  const online = useOnline();
  const chosen = useChosenLogo();
  const edit = useSaveForm<Values>({
    draftKey: drafts.branding(),
    values: { accent: hoa.accent ?? '' },
    resolver,
    check: { versions: versionsOf(hoa, FIELDS), conflicts: (update) => brandingConflicts(hoa, update) },
    write: async (_, changes) => {
      const logo = chosen.logo && (await uploaded(chosen.logo));
      return save('updateBranding', { ...changes, ...(logo && { logo }) });
    },
    said: online ? 'Branding saved' : 'Branding saved on this device',
    fallback: 'The branding could not be saved. Please try again.',
    onSaved: onDone,
  });
  return (
    <SettingsForm edit={edit} onDone={onDone}>
      <LogoField {...chosen} />
      <ColorField form={edit.form} />
      <FieldConflict row={hoa} fields={FIELDS} edit={edit} />
      <TypedPreview form={edit.form} logo={chosen.url} />
    </SettingsForm>
  );
};

const uploaded = async ({ file, width, height }: LogoFile) => {
  const { s3Key } = await uploadFile('branding', file);
  return { s3Key, width, height };
};

/** The chosen image as it will be stored, and why another was not taken. */
const useChosenLogo = () => {
  const [logo, setLogo] = useState<LogoFile | null>(null);
  const [url, setUrl] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const take = async (file: File | null) => {
    const next = file && (await prepareLogo(file).catch((error: Error) => setRefusal(error.message)));
    if (file && !next) return;
    setRefusal(undefined);
    setLogo(next ?? null);
    setUrl(next ? URL.createObjectURL(next.file) : undefined);
  };
  return { logo, url, refusal, take };
};

const LogoField = ({ logo, refusal, take }: ReturnType<typeof useChosenLogo>) => {
  const online = useOnline();
  return (
    <Field label="Logo" error={refusal} className="grid-cols-[minmax(0,1fr)]">
      <FileDrop
        file={logo?.file ?? null}
        onFile={(file) => void take(file)}
        check={() => undefined}
        onRefuse={() => undefined}
        accept={LOGO_SOURCES.join(',')}
        hint={online ? 'PNG or JPEG. Wide logos look best.' : 'You can add a logo when you’re online.'}
        disabled={!online}
      />
    </Field>
  );
};

const ColorField = ({ form }: { form: UseFormReturn<Values> }) => {
  const typed = useWatch({ control: form.control, name: 'accent' });
  return (
    <div className="flex items-end gap-2">
      <TextField
        form={form}
        name="accent"
        label="Accent color"
        placeholder={PINE}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="min-w-0 flex-1"
      />
      <input
        type="color"
        aria-label="Color picker"
        value={colorIn(typed) ?? PINE}
        onChange={({ target }) => form.setValue('accent', target.value, { shouldDirty: true, shouldValidate: true })}
        className="control h-8.5 w-14! shrink-0 cursor-pointer p-1 touch:h-11"
      />
    </div>
  );
};

const colorIn = (typed: string): string | null => z.safeParse(accent, typed).data ?? null;

const TypedPreview = ({ form, logo }: { form: UseFormReturn<Values>; logo: string | undefined }) => {
  const kept = useBranding()?.logo;
  const color = colorIn(useWatch({ control: form.control, name: 'accent' }));
  return <Preview accent={color ?? PINE} isChosen={color !== null} logo={logo ?? kept} />;
};
