import { createHash, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 40;
const SHAPE = /^svc_(live|test)_[0-9A-Za-z]{40}$/;

export type KeyMode = 'live' | 'test';

/** A new key: 40 random characters, 238 bits, so that a fast hash is a safe one. Shown once, never stored. */
export function newSecret(mode: KeyMode): string {
  let secret = `svc_${mode}_`;
  for (let i = 0; i < SECRET_LENGTH; i++) secret += ALPHABET[randomInt(ALPHABET.length)];
  return secret;
}

/** Why a text that is not a key, or a key, is refused: sentences for the sender. */
export const NO_KEY = 'This is not a key of this service: keys begin with svc_live_ or svc_test_.';
export const UNKNOWN_KEY = 'The API key is unknown or has been revoked.';

const PASTED = /(?<!\w)svc_(?:live|test)_[0-9A-Za-z]{40}(?!\w)/g;

/**
 * The key in a text that a person pasted, such as a header, a quoted key or a line of settings. Returns the trimmed
 * text if it holds no key or several.
 */
export function pastedKey(text: string): string {
  const [key, ...others] = new Set(text.match(PASTED));
  return key !== undefined && others.length === 0 ? key : text.trim();
}

export function hasKeyShape(secret: string): boolean {
  return SHAPE.test(secret);
}

/** The hash that is stored and looked up instead of the key. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The prefix of a key that people see: enough to tell two keys apart, too little to guess one. */
export function prefixOf(secret: string): string {
  return secret.slice(0, 'svc_live_'.length + 6);
}
