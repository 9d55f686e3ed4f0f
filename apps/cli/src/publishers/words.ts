/** Bytes for a reader: `4.9 GB`. */
export function sizeWords(bytes: number | null): string | null {
  if (bytes === null) return null;
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${Math.round(bytes / 1e6)} MB`;
  return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
}

/** The publishing interval in words. */
export function rhythmWords(cadence_days: number | null): string | null {
  return cadence_days === null ? null : `${cadence_days} days`;
}
