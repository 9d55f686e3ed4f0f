import { ignoredVariables } from './variable-names.ts';

/** Reads a configuration from the environment, or says what is wrong with it and ends the process. */
export function configured<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/**
 * Waits until a server listens; if its address cannot be had, says so and ends the process. `ports` names the variables
 * that set its ports.
 */
export async function listening<T>(
  started: Promise<T>,
  ports: Record<string, number | undefined>,
): Promise<T> {
  try {
    return await started;
  } catch (error) {
    const { syscall, code, address, port, hostname } = error as NodeJS.ErrnoException & {
      address?: string;
      port?: number;
      hostname?: string;
    };
    // It is bind in a process that shares its port with others.
    if (syscall === 'listen' || syscall === 'bind') {
      const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${code})`;
      const variable = Object.keys(ports).find((name) => ports[name] === port) ?? 'the port';
      console.error(
        `The port ${port} of ${address} ${why}. Set ${variable} to another one, or another HOST.`,
      );
    } else if (syscall === 'getaddrinfo') {
      console.error(`HOST must be an address of this machine, and "${hostname}" is none (${code}).`);
    } else throw error;
    process.exit(1);
  }
}

/** Set for programs that are started by one that has named already what none of them reads. */
export const ALREADY_NAMED = 'DOMESDAY_NAMED';

type Reader<T = unknown> = (env: NodeJS.ProcessEnv) => T;

interface Naming {
  /** Variables that may also be read from files (`…_FILE`). */
  secrets?: readonly string[];
  tell?: (text: string) => void;
  /** False for a command that starts no server. */
  serves?: boolean;
  /**
   * Reads the configuration of each program that is started with the same environment: what one of them reads is not
   * ignored.
   */
  started?: readonly Reader[];
}

/**
 * Reads a configuration, and says once of each variable that is set for this program and read by nothing: it would be
 * ignored in silence.
 */
export function readNamed<T>(
  env: NodeJS.ProcessEnv,
  read: Reader<T>,
  { secrets = [], tell = console.error, serves = true, started = [] }: Naming = {},
): T {
  const names = new Set<string>();
  // The names are those that the configuration reads, so there is no second list that could fall behind.
  const noted = new Proxy(env, {
    get: (target, name: string) => {
      names.add(name);
      return target[name];
    },
  });
  try {
    return read(noted);
  } finally {
    for (const readStarted of started) asFarAsRight(() => readStarted(noted));
    const files = secrets.filter((name) => names.has(name)).map((name) => `${name}_FILE`);
    if (!env[ALREADY_NAMED])
      for (const ignored of ignoredVariables(env, [...names, ...files], serves)) tell(ignored);
  }
}

/** What is wrong with a configuration is said by the program that it is of. */
function asFarAsRight(read: () => unknown): void {
  try {
    read();
  } catch {
    // The names that it reads are known by then.
  }
}
