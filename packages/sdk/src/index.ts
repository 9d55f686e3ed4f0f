export { type Client, type ClientOptions, createClient } from './client.ts';
export { DomesdayError, type DomesdayErrorCode, type ErrorDetail } from './errors.ts';
export type { components, operations, paths } from './generated/types.ts';
export type { ResponseInfo } from './response-info.ts';
export type { CallOptions } from './runtime.ts';
export type { AnswerOf, ArgumentsOf, OperationId, Quote, Schema } from './shapes.ts';
