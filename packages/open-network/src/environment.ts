import { ignoredVariables } from './variable-names.ts';

/** Reads a configuration from the environment. If it is invalid, prints what is wrong and ends the process. */
export function configured<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/**
 * Waits until a server listens. If its address is not available, prints why and ends the process. `ports` maps the
 * variables that set its ports to their values.
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
    // The call is `bind` in a process that shares its port with others.
    if (syscall === 'listen' || syscall === 'bind') {
      const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${code})`;
      const variable = Object.keys(ports).find((name) => ports[name] === port) ?? 'the port';
      console.error(
        `The port ${port} of ${address} ${why}. Set ${variable} to another one, or another HOST.`,
      );
    } else if (syscall === 'getaddrinfo') {
      console.error(
        `HOST must be an address of this machine, but "${hostname}" cannot be resolved (${code}).`,
      );
    } else throw error;
    process.exit(1);
  }
}

/** Set for programs whose parent has already reported the variables that none of them reads. */
export const ALREADY_NAMED = 'DOMESDAY_NAMED';

type Reader<T = unknown> = (env: NodeJS.ProcessEnv) => T;

interface Naming {
  /** Variables that may also be read from files (`…_FILE`). */
  secrets?: readonly string[];
  tell?: (text: string) => void;
  /** False for a command that starts no server. */
  serves?: boolean;
  /**
   * Readers of the configurations of programs that are started with the same environment: variables that they read are
   * not ignored.
   */
  started?: readonly Reader[];
}

/** Reads a configuration, and reports each variable that seems to be meant for this program but that nothing reads. */
export function readNamed<T>(
  env: NodeJS.ProcessEnv,
  read: Reader<T>,
  { secrets = [], tell = console.error, serves = true, started = [] }: Naming = {},
): T {
  const names = new Set<string>();
  // The names are recorded as the configuration reads them, so there is no second list to maintain.
  const recording = new Proxy(env, {
    get: (target, name: string) => {
      names.add(name);
      return target[name];
    },
  });
  try {
    return read(recording);
  } finally {
    for (const readStarted of started) ignoringErrors(() => readStarted(recording));
    const files = secrets.filter((name) => names.has(name)).map((name) => `${name}_FILE`);
    if (!env[ALREADY_NAMED])
      for (const ignored of ignoredVariables(env, [...names, ...files], serves)) tell(ignored);
  }
}

/**
 * Reads another program's configuration only to record its names. That program itself reports what is wrong with it.
 */
function ignoringErrors(read: () => unknown): void {
  try {
    read();
  } catch {
    // The names read before the error are recorded.
  }
}
