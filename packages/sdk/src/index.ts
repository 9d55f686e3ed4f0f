export type { components, operations, paths } from '../../contract/generated/types.ts';
export type { Batch, BatchInput, BatchLine, BatchOperation, BatchOptions } from './batch.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export {
  ConnectionError,
  DomesdayError,
  type DomesdayErrorCode,
  type ErrorDetail,
  InvalidKeyError,
  InvalidRequestError,
  NotFoundError,
  PaymentRequiredError,
  RateLimitedError,
  ServerError,
} from './errors.ts';
export type { Job, JobArguments, JobLine, ResultsOptions, WaitOptions } from './jobs.ts';
export type { Method, WithInfo } from './method.ts';
export type { ResponseInfo } from './response-info.ts';
export type { AnswerOf, ArgumentsOf, LicensedOf, OperationId, Quote, Schema } from './shapes.ts';
export type { CallOptions, Hooks } from './transport.ts';
export type { HomeWithin } from './within.ts';
