import type { Operation } from './contract.ts';

/** The place of a flat call's argument in the request. */
export type ArgumentPlace = 'path' | 'query' | 'query_list' | 'query_json' | 'body';

/** The place of every argument: path, query and body merged into one flat set of names. */
export function argumentPlaces(operation: Operation): Record<string, ArgumentPlace> {
  const places: Record<string, ArgumentPlace> = {};
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === 'path') places[parameter.name] = 'path';
    else if (parameter.content) places[parameter.name] = 'query_json';
    else places[parameter.name] = parameter.schema?.type === 'array' ? 'query_list' : 'query';
  }
  const body = operation.requestBody?.content['application/json']?.schema;
  for (const name of Object.keys(body?.properties ?? {})) places[name] = 'body';
  return places;
}
