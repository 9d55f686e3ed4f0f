import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: Record<string, never>;
}

const folder = resolve(import.meta.dirname, '../../deploy/kubernetes');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** All manifests that `kubectl apply -k` takes. */
export function manifests(): Manifest[] {
  const { resources } = parse(read('kustomization.yaml')) as { resources: string[] };
  return resources.flatMap((name) =>
    parseAllDocuments(read(name)).map((one) => one.toJS({ maxAliasCount: 100 }) as Manifest),
  );
}
