import type pg from 'pg';

export interface Described {
  parameters: number[];
  columns: { name: string; type: number; table: number; column: number }[];
}

interface Connection {
  parse(query: { text: string; name: string; types: number[] }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
  removeListener(event: string, listener: unknown): void;
}
interface RowDescription {
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[];
}

/** Lets PostgreSQL prepare a statement and describe its parameters and columns, without running it. */
export function describe(client: pg.ClientBase, text: string): Promise<Described> {
  return new Promise((done, fail) => {
    const described: Described = { parameters: [], columns: [] };
    const onParameters = (message: { dataTypeIDs: number[] }): void => {
      described.parameters = message.dataTypeIDs;
    };
    client.query({
      submit(connection: Connection) {
        connection.once('parameterDescription', onParameters);
        connection.parse({ text, name: '', types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription({ fields }: RowDescription) {
        described.columns = fields.map((field) => ({
          name: field.name,
          type: field.dataTypeID,
          table: field.tableID,
          column: field.columnID,
        }));
      },
      handleError(error: Error, connection: Connection) {
        // The client calls nothing of a query after its error.
        connection.removeListener('parameterDescription', onParameters);
        fail(error);
      },
      handleReadyForQuery() {
        done(described);
      },
    } as never);
  });
}
