let supported: Set<string> | undefined;

/** The IANA name by which this engine knows the zone, also of an alias; undefined for what is no zone of a place. */
export const timeZoneOf = (name: string): string | undefined => {
  supported ??= new Set(Intl.supportedValuesOf('timeZone'));
  if (supported.has(name)) return name;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    return supported.has(timeZone) ? timeZone : undefined;
  } catch {
    return undefined;
  }
};
