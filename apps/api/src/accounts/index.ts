export {
  type AccountRow,
  type KeyRow,
  keysOfAccount,
  listAccounts,
  setCap,
  setRevoked,
  updatePlan,
} from './keys.query.ts';
export { createAccount, createKey, keyNamed, type NewKey } from './keys.ts';
export { monthOf } from './month.ts';
export type { KeyMode } from './secrets.ts';
