import type { Client } from 'openapi-fetch';
import type { paths } from '../../contract/generated/types.ts';

export type Http = Client<paths>;
