import { distance } from 'fastest-levenshtein';

/**
 * Variables of Domesday that not every program reads: those of the command line, of clients and of the Compose files.
 */
const OWN = [
  ...['DOMESDAY_HOME', 'DOMESDAY_ROOT', 'DOMESDAY_COMMAND', 'DOMESDAY_CONTACT', 'DOMESDAY_BEGAN_MS'],
  'DOMESDAY_NAMED',
  ...['DOMESDAY_TOKEN_ENERGY', 'DOMESDAY_TOKEN_ENERGY_FILE'],
  ...['DOMESDAY_TOKEN_LAND_PROPERTY', 'DOMESDAY_TOKEN_LAND_PROPERTY_FILE'],
  ...['DOMESDAY_KEY', 'DOMESDAY_URL'],
  ...['DOMESDAY_HOST', 'DOMESDAY_OAUTH', 'DOMESDAY_IMAGE', 'DOMESDAY_PROCESSES', 'DOMESDAY_SHARED_DATA'],
];
const PREFIX = 'DOMESDAY_';
/**
 * Names of variables that Kubernetes sets in each pod for a service, for instance for a database service named
 * domesday-db.
 */
const OF_A_SERVICE = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT(_\d+_(TCP|UDP)(_\w+)?)?$/;

interface Elsewhere {
  theirs: readonly string[];
  ours: readonly string[];
  /** True if the variable concerns only servers: a platform may set it for every command. */
  of_servers?: boolean;
}

/** Variables of other programs and platforms, with our variables of the same meaning. */
const OTHER_PROGRAMS: readonly Elsewhere[] = [
  { theirs: ['PORT', 'HTTP_PORT'], ours: ['API_PORT', 'MCP_PORT'], of_servers: true },
  {
    theirs: [
      ...['PGHOST', 'PGHOSTADDR', 'PGPORT', 'PGDATABASE', 'PGUSER', 'PGPASSWORD', 'PGSERVICE'],
      ...['POSTGRES_URL', 'POSTGRESQL_URL', 'POSTGRES_HOST', 'POSTGRES_DB', 'PG_URL', 'DB_URL', 'DB_HOST'],
    ],
    ours: ['DATABASE_URL'],
  },
  { theirs: ['REDIS_HOST', 'REDISHOST', 'REDIS_PORT'], ours: ['REDIS_URL'] },
  { theirs: ['WEB_CONCURRENCY'], ours: ['API_PROCESSES'], of_servers: true },
  { theirs: ['TRUST_PROXY', 'TRUST_PROXIES'], ours: ['TRUSTED_PROXIES'] },
];

/**
 * A sentence for each variable that is set, that nothing reads, and that was probably meant for this program: its name
 * is one or two typing errors away from a name that is read, has our prefix, or has the same meaning in other programs.
 * `names` are the names that are read; `serves` is false for a command that starts no server.
 */
export function ignoredVariables(env: NodeJS.ProcessEnv, names: readonly string[], serves = true): string[] {
  const known = new Set([...names, ...OWN]);
  const isSet = (name: string): boolean =>
    Boolean(env[name] || env[name.replace(/_FILE$/, '')] || env[`${name}_FILE`]);
  const unset = [...known].filter((name) => !isSet(name));
  const sentences = Object.keys(env).flatMap((found) => {
    if (!env[found] || known.has(found)) return [];
    const intended = unset.find((name) => isMisspelt(found, name));
    if (intended) return [sentence([found], [intended])];
    return found.startsWith(PREFIX) && !OF_A_SERVICE.test(found) ? [sentence([found], [])] : [];
  });
  const elsewhere = OTHER_PROGRAMS.flatMap(({ theirs, ours, of_servers = false }) => {
    if (of_servers && !serves) return [];
    const found = theirs.filter((name) => env[name] && !known.has(name));
    const intended = ours.filter((name) => names.includes(name));
    return found.length > 0 && intended.length > 0 && !intended.some(isSet)
      ? [sentence(found, intended)]
      : [];
  });
  return [...sentences, ...elsewhere];
}

function isMisspelt(found: string, name: string): boolean {
  // A short name allows one typing error or none: PORT is not a misspelt HOST.
  const typing_errors = Math.min(2, Math.floor(name.length / 4));
  return found === `${PREFIX}${name}` || distance(found, name) <= typing_errors;
}

function sentence(found: readonly string[], intended: readonly string[]): string {
  const [is, no] = found.length === 1 ? ['is', 'is no variable'] : ['are', 'are no variables'];
  const ignored = `${listed(found)} ${no} of Domesday and ${is} ignored.`;
  if (intended.length === 0) return ignored;
  return `${ignored} ${listed(intended)} ${intended.length === 1 ? 'is, and is not set' : 'are, and are not set'}.`;
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
