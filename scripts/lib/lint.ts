import {
  type Contract,
  endpoints,
  everyEndpoint,
  type Operation,
  parametersOf,
  type Schema,
} from './contract.ts';

const VERBS = /^[a-z]+\.[a-z0-9_]+$/;
const SHARED_ERRORS = ['400', '401', '422', '429', '500', '503'];
/** Errors of operations with a price: a free operation never lacks credits or data. */
const PRICED_ERRORS = ['402', '404'];
const LONGEST_LINE = 120;
const LOCATION = ['uprn', 'postcode', 'outcode', 'lat', 'polygon'];

/**
 * The rules of this project that a general linter does not know. `datasets` are the ids of the dataset catalogue.
 * Returns one sentence for each violation.
 */
export function lintContract(contract: Contract, datasets: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const tools = new Set<string>();
  const unused_tags = new Set(contract.tags?.map((tag) => tag.name));
  for (const { path, operation } of endpoints(contract)) {
    const id = operation.operationId;
    const say = (what: string) => problems.push(`${id ?? path}: ${what}`);
    if (!VERBS.test(id)) say('operationId must be <domain>.<action>');
    checkTag(contract, operation, say);
    unused_tags.delete(operation.tags?.[0] ?? '');
    if (!operation.summary || operation.summary.endsWith('.')) say('needs a summary without a full stop');
    if (!operation.description) say('needs a description');
    if (!Number.isInteger(operation['x-credits'])) say('needs x-credits');
    if (!Array.isArray(operation['x-datasets'])) say('needs x-datasets');
    for (const id of operation['x-datasets'] ?? [])
      if (!datasets.has(id)) say(`x-datasets names ${id}, which is no dataset of the catalogue`);
    for (const id of operation['x-needs']?.flat() ?? [])
      if (!operation['x-datasets']?.includes(id)) say(`x-needs names ${id}, which is not in its x-datasets`);
    checkPrices(contract, operation, say);
    const tool = operation['x-mcp'];
    if (!tool?.name || !tool.title || !tool.description) say('needs x-mcp with name, title and description');
    else {
      if (!/^svc_[a-z_]+$/.test(tool.name)) say('the name of its tool must begin with svc_');
      if (tools.has(tool.name)) say('shares the name of its tool');
      tools.add(tool.name);
    }
    for (const status of SHARED_ERRORS)
      if (!operation.responses[status]) say(`lacks the shared answer ${status}`);
    const is_priced = operation['x-credits'] > 0;
    for (const status of PRICED_ERRORS)
      if (status in operation.responses !== is_priced)
        say(is_priced ? `lacks the shared answer ${status}` : `is free and never answers ${status}`);
    for (const p of parametersOf(contract, operation)) {
      if (!p.description) say(`parameter ${p.name} needs a description`);
      checkPattern(`parameter ${p.name}`, p.schema ?? {}, say);
    }
    checkExamples(contract, operation, say);
    // The example of a file is derived from the list of the JSON example.
    const isFile = (media: string) => operation['x-rows'] !== undefined && media !== 'application/json';
    for (const [media, { examples }] of Object.entries(operation.responses['200']?.content ?? {}))
      if (!Object.keys(examples ?? {}).length && !isFile(media))
        say(`its ${media} needs an example answer; npm run generate:examples writes it`);
    const named = new Set(
      parametersOf(contract, operation)
        .filter((p) => p.in === 'query')
        .map((p) => p.name),
    );
    if (
      LOCATION.every((name) => named.has(name)) &&
      !operation['x-exactly-one'] &&
      !operation['x-at-most-one']
    )
      say('takes a location and needs x-exactly-one, or x-at-most-one');
  }
  for (const { operation } of everyEndpoint(contract)) {
    unused_tags.delete(operation.tags?.[0] ?? '');
    if (operation.description?.split('\n').some((line) => line.length > LONGEST_LINE))
      problems.push(
        `${operation.operationId}: its description has a line of over ${LONGEST_LINE} characters`,
      );
  }
  for (const tag of unused_tags) problems.push(`the tag ${tag} is on no operation`);
  for (const [name, schema] of Object.entries(contract.components.schemas))
    checkSchema(name, schema, problems);
  return problems;
}

/** The tag equals the domain, like the folder and the namespace of the client. */
function checkTag(contract: Contract, operation: Operation, say: (what: string) => void): void {
  const [tag, ...more] = operation.tags ?? [];
  const domain = operation.operationId.split('.')[0];
  if (!tag || more.length) say('needs exactly one tag');
  else if (!contract.tags?.some(({ name }) => name === tag)) say(`the tag ${tag} is not declared`);
  else if (tag !== domain) say(`the tag ${tag} must be its domain, ${domain}`);
}

/**
 * A price in a description would become stale when `x-credits` changes; the generator adds it to every description.
 */
function checkPrices(contract: Contract, operation: Operation, say: (what: string) => void): void {
  const texts = [
    operation.summary,
    operation.description,
    operation['x-mcp']?.description,
    ...parametersOf(contract, operation).flatMap((p) => [p.description, p['x-mcp-description']]),
  ];
  for (const text of texts)
    if (/\d+ credits?\b|\bcosts? \d/i.test(text ?? ''))
      say(`"${text?.trim()}" tells a price; x-credits tells it`);
}

/** Every required input has an example, so that every operation can be called from the contract alone. */
function checkExamples(contract: Contract, operation: Operation, say: (what: string) => void): void {
  const whole = (operation as { 'x-example'?: Record<string, unknown> })['x-example'];
  for (const p of parametersOf(contract, operation)) {
    if (p.required && p.example === undefined && whole?.[p.name] === undefined)
      say(`parameter ${p.name} needs an example`);
  }
  const body = operation.requestBody?.content['application/json'];
  if (body && body.example === undefined && !whole) say('its body needs an example');
  if (operation['x-exactly-one'] && !whole && !body) say('needs x-example with one location');
}

/** A pattern needs a description, which a refusal shows instead of the unreadable regular expression. */
function checkPattern(at: string, schema: Schema, say: (what: string) => void): void {
  const { pattern, 'x-pattern-words': words } = schema as { pattern?: string; 'x-pattern-words'?: string };
  if (pattern && !words) say(`${at} has a pattern and needs x-pattern-words`);
}

/** Fields in which the specification has the UPRN as a number. Everywhere else a UPRN is a string, also in a list. */
const NUMBERED_UPRNS = new Set(['SearchResult.uprn', 'Match.uprn', 'Alternative.uprn']);

function checkUprn(at: string, property: Schema, problems: string[]): void {
  if (property.$ref?.endsWith('/Uprn')) return;
  const [base] = (property.allOf ?? []) as Schema[];
  const of = property.items ?? base ?? property;
  const type = [of.type ?? []].flat().filter((one) => one !== 'null');
  const wanted = NUMBERED_UPRNS.has(at) ? 'integer' : 'string';
  if (!of.$ref?.endsWith('/Uprn') && type.join() !== wanted)
    problems.push(`schema ${at}: a UPRN is of the type ${wanted} here`);
}

function checkSchema(at: string, schema: Schema, problems: string[]): void {
  if (schema.$ref) return;
  checkPattern(`schema ${at}`, schema, (what) => problems.push(what));
  if (!schema.description && !schema.oneOf && !schema.allOf)
    problems.push(`schema ${at}: needs a description`);
  if (/\bpercent\b/i.test(schema.description ?? ''))
    problems.push(`schema ${at}: per cent is two words here`);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!property.$ref && !property.description) problems.push(`schema ${at}.${name}: needs a description`);
    if (/(^|_)uprns?$/.test(name)) checkUprn(`${at}.${name}`, property, problems);
    checkSchema(`${at}.${name}`, { description: 'said above', ...property }, problems);
  }
  if (schema.items) checkSchema(`${at}[]`, schema.items, problems);
  const open = schema.type === 'object' && schema.properties && schema.additionalProperties === undefined;
  if (open) problems.push(`schema ${at}: needs additionalProperties`);
}
