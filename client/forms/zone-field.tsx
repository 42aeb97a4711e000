import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ComboboxField } from './combobox-field.tsx';
import type { Common } from './fields.tsx';
import { zoneChoices } from './zones.ts';

/** A time zone, found by its name, city or region. */
export const ZoneField = <Values extends FieldValues>(props: Omit<Common<Values>, 'label'>) => {
  const choices = useMemo(() => zoneChoices(new Date().toISOString()), []);
  return (
    <ComboboxField
      {...props}
      label="Time zone"
      required
      choices={choices}
      none="No time zones found"
      placeholder="Search by city or name"
    />
  );
};
