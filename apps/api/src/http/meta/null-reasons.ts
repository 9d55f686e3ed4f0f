import document from '@domesday/contract/openapi.json' with { type: 'json' };

/** Codes of the warnings that say why a field is null. */
export const NULL_REASONS: ReadonlySet<string> = new Set(document.components.schemas.NullReason.enum);
