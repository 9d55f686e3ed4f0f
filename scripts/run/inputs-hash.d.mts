/** Fingerprint of all that the generator reads. */
export function inputsHash(): string;
