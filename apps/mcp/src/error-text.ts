import { targets } from '@domesday/mcp-tools';
import { A_POLYGON, type Refusal } from './argument-issues.ts';
import type { Answer, NoAnswer } from './upstream.ts';

/** The parts of the REST layer's error body that a caller may see. */
interface RestError {
  code: string;
  message: string;
  details: { field: string | null; issue: string }[];
}

const LIMIT_BYTES = 1_000;
const LONGEST_SENTENCE = 350;
const MOST_DETAILS = 3;
/**
 * The last sentence of a cause may say how long to wait. It is removed, since the next step says so too and names the
 * call.
 */
const WAIT = / (?:Wait (?:\d+ s|ten seconds)\b[^.]*|Try again shortly)\.$/;
const CHARGE_UNKNOWN =
  'It is not known whether the call was charged; svc_account_info shows the credits left.';
/**
 * Statuses with which a proxy answers if it did not receive the REST layer's whole answer: the work may have been done.
 */
const PROXY_STATUSES = new Set([500, 502, 504]);

/** Text for a model or a person when the REST layer refused: cause, charged or not, what to do next. */
export function errorText(answer: Answer, tool: string, known: (tool: string) => boolean): string {
  const error = restError(answer.text);
  const cause = error
    ? `${error.code}: ${inWordsOfTools(causeOf(error).replace(WAIT, ''))}`
    : (FALLBACK[answer.status] ?? 'The call failed.');
  return compose(
    `Error ${answer.status} ${cause}`,
    error || !PROXY_STATUSES.has(answer.status) ? 'Nothing was charged.' : CHARGE_UNKNOWN,
    nextStep(answer, error, tool, known),
  );
}

/** Text for a model or a person when the REST layer did not answer. */
export function noAnswerText({ reason }: NoAnswer, tool: string): string {
  if (reason === 'unreachable') {
    return compose(
      'Error 503 unavailable: The property data service cannot be reached.',
      'Nothing was charged.',
      `This is temporary: call ${tool} once more in a few seconds.`,
    );
  }
  if (reason === 'foreign') {
    return compose(
      'Error 502 broken_answer: Something else answered in the place of the property data service.',
      CHARGE_UNKNOWN,
      'The same call fails again until the operator has corrected the address of the service (API_URL).',
    );
  }
  const cause =
    reason === 'timeout'
      ? 'Error 504 timeout: The property data service did not answer in time.'
      : 'Error 502 broken_answer: The connection to the property data service broke off.';
  return compose(cause, CHARGE_UNKNOWN, `This is temporary: call ${tool} once more.`);
}

const INVALID: Refusal = { status: 422, code: 'invalid_parameter' };

/** Text for a model or a person when the arguments were invalid. */
export function argumentText(issues: string[], tool: string, { status, code } = INVALID): string {
  const further = issues.length - 4;
  const more =
    further > 0
      ? [further === 1 ? 'There is one further fault.' : `There are ${further} further faults.`]
      : [];
  return compose(
    `Error ${status} ${code}: ${[...issues.slice(0, 4), ...more].join(' ')}`,
    'Nothing was charged.',
    `Correct the arguments and call ${tool} again.`,
  );
}

const FALLBACK: Record<number, string> = {
  400: 'malformed_request: The request cannot be read.',
  401: 'invalid_key: The API key is missing or not valid.',
  402: 'credits_exhausted: The credits of this month are used up.',
  404: 'not_found: Nothing was found.',
  422: 'invalid_parameter: An argument has a value that is not allowed.',
  429: 'rate_limited: Too many calls in 10 seconds.',
  502: 'broken_answer: A proxy got no whole answer from the property data service.',
  504: 'timeout: A proxy got no answer from the property data service in time.',
  503: 'unavailable: The property data service is overloaded or not ready.',
};

function nextStep(
  { status, retry_after_s, request_id }: Answer,
  error: RestError | null,
  tool: string,
  known: (tool: string) => boolean,
): string {
  switch (status) {
    case 400:
    case 413:
    case 422:
      // The REST layer names the wrong level alone, and a model that follows it changes the numbers, not the brackets.
      if (error?.details.some(({ field }) => field?.startsWith('polygon.')))
        return `Give polygon as ${A_POLYGON}; call ${tool} again with that.`;
      // Several locations name the UPRN too, but it is not wrong.
      return error?.code !== 'multiple_locations' && error?.details.some(({ field }) => field === 'uprn')
        ? `svc_match_address finds the UPRN of an address with its postcode; call ${tool} again with that.`
        : error?.code === 'invalid_parameter' && error.details.some(isNoPlace) && finds(tool, known)
          ? `svc_search_address finds the postcodes of a place or street by its name; call ${tool} again with one.`
          : `Correct the arguments and call ${tool} again.`;
    case 401:
      return 'The MCP client must send the header "Authorization: Bearer <API key>" with a valid key; until then the same call fails again.';
    case 402:
      // The cause already names the other remedies, a higher cap or a higher plan; it never names both.
      return 'svc_account_info (0 credits) shows when they return. Until then the same call fails again.';
    case 404:
      return notFoundStep(error?.code ?? '', known);
    case 429:
      return `Wait ${secondsOf(retry_after_s ?? 10)}, then make the same call again.`;
    case 502:
    case 504:
      return `This is temporary: call ${tool} once more.`;
    case 503:
      return `This is temporary: wait ${secondsOf(retry_after_s ?? 2)}, then make the same call once more.`;
    default:
      return status >= 500
        ? `This is a fault of the service: make the same call once more, and report it${named(request_id)} if it fails again.`
        : 'The same call fails again.';
  }
}

/** A place such as a town given as an outcode. A postcode given as an outcode has an issue of its own. */
const isNoPlace = ({ field, issue }: RestError['details'][number]): boolean =>
  (field === 'outcode' || field === 'postcode') && !issue.includes('give ');

const finds = (tool: string, known: (tool: string) => boolean): boolean =>
  known('svc_search_address') && !['svc_search_address', 'svc_match_address'].includes(tool);

/**
 * Gives the request identifier in the text: models do not see `_meta`, and the operator can find the call in the log
 * only by it.
 */
function named(request_id: string | null): string {
  return /^[\w-]{1,64}$/.test(request_id ?? '') ? `, as request ${request_id},` : '';
}

function secondsOf(count: number): string {
  return count === 1 ? '1 second' : `${count} seconds`;
}

function notFoundStep(code: string, known: (tool: string) => boolean): string {
  if (code === 'uprn_not_found' && known('svc_match_address')) {
    return 'svc_match_address finds the UPRN of an address with its postcode.';
  }
  if (code === 'address_not_found' && known('svc_search_address')) {
    return 'svc_search_address finds addresses by part of their text.';
  }
  if (code.startsWith('postcode_') && known('svc_search_address')) {
    return 'Check the postcode; svc_search_address finds addresses by part of their text.';
  }
  if (code === 'not_in_jurisdiction') return 'The same call gives the same answer, whatever data is loaded.';
  return 'The same call gives the same answer until other data is loaded.';
}

/** Reads a body only if it has the shape of the contract: other text could carry instructions to a model. */
export function restError(text: string): RestError | null {
  try {
    const error = (JSON.parse(text) as { error?: Partial<RestError> }).error;
    if (typeof error?.code !== 'string' || typeof error.message !== 'string') return null;
    if (!/^[a-z_]{1,40}$/.test(error.code)) return null;
    return {
      code: error.code,
      message: error.message,
      details: Array.isArray(error.details) ? error.details : [],
    };
  } catch {
    return null;
  }
}

/** The message, and those details that it does not contain already. */
function causeOf({ message, details }: RestError): string {
  const further = details
    .filter(({ issue }) => typeof issue === 'string' && !message.includes(issue.replace(/\.$/, '')))
    .slice(0, MOST_DETAILS)
    .map(({ field, issue }) => (field && !isSubject(field, issue) ? `${field}: ${issue}` : issue));
  return further.length ? `${message} (${[...new Set(further)].join('; ')})` : message;
}

/**
 * Whether an issue begins with the field it is about. A field named later, as in "lat and lng are swapped", does not
 * count.
 */
function isSubject(field: string, issue: string): boolean {
  return [field, `"${field}"`].includes(issue.replace(/^The parameter /, '').split(' ')[0]!);
}

const TOOL_OF = new Map(targets.map(({ operation, tool }) => [operation, tool]));
const OPERATION = new RegExp(
  `\\b(${[...TOOL_OF.keys()].map((id) => id.replace('.', '\\.')).join('|')})\\b`,
  'g',
);

/** The REST layer names operations and parameters; a model knows tools and arguments. */
function inWordsOfTools(text: string): string {
  return text
    .replaceAll(OPERATION, (operation) => TOOL_OF.get(operation)!)
    .replaceAll(/\b([Pp])arameter(s?)\b/g, (_, p, s) => `${p === 'P' ? 'A' : 'a'}rgument${s}`);
}

/** Drops whole sentences from the end of the cause if it is longer than an error may be. */
function compose(cause: string, charged: string, next: string): string {
  const tail = ` ${charged} ${next}`;
  const sentences = cause.split(/(?<=[.;)]) /);
  while (sentences.length > 1 && Buffer.byteLength(sentences.join(' ') + tail) > LIMIT_BYTES) sentences.pop();
  const head = sentences.join(' ');
  return Buffer.byteLength(head + tail) > LIMIT_BYTES
    ? `${beginningOf(head, LONGEST_SENTENCE)}…${tail}`
    : head + tail;
}

/** The beginning of a text, which never ends with half a surrogate pair: some clients cannot read one. */
export function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Cs}$/u, '');
}
