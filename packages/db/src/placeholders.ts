import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Database } from '../generated/tables.ts';

/** Placeholder in a query for a value that each call provides. */
export class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Compiles for PostgreSQL; a placeholder used twice becomes one parameter. */
class PlaceholderCompiler extends PostgresQueryCompiler {
  readonly #numbers = new Map<string, number>();

  override compileQuery(...args: Parameters<PostgresQueryCompiler['compileQuery']>) {
    this.#numbers.clear();
    return super.compileQuery(...args);
  }

  protected override appendValue(value: unknown): void {
    const number = value instanceof Placeholder ? this.#numbers.get(value.name) : undefined;
    if (number !== undefined) {
      this.append(`$${number}`);
      return;
    }
    super.appendValue(value);
    if (value instanceof Placeholder) this.#numbers.set(value.name, this.numParameters);
  }
}

/** Builds queries over the migrated tables. It has no connection: statements are sent through `send.ts`. */
export const query = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PlaceholderCompiler(),
  },
});
