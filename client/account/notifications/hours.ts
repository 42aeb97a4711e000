const labelOf = (hour: number) => `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`;

export const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: labelOf(hour) }));
