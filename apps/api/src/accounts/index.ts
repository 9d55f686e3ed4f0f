export { closeAccount } from './close.ts';
export {
  type AccountRow,
  type KeyRow,
  keysOfAccount,
  listAccounts,
  listPlans,
  setCap,
  setLabel,
  setRevoked,
} from './keys.query.ts';
export { accountNamed, createAccount, createKey, keyNamed, type NewKey, putOnPlan } from './keys.ts';
export { cancel, chargeOfRequest } from './ledger.query.ts';
export { monthOf } from './month.ts';
export type { KeyMode } from './secrets.ts';
