import type { ObjectMeta } from 'kubernetes-types/meta/v1';

/** The parts of postgresql.cnpg.io/v1 that deploy/kubernetes/database.yaml uses. */
export interface Cluster {
  apiVersion: 'postgresql.cnpg.io/v1';
  kind: 'Cluster';
  metadata: ObjectMeta;
  spec: {
    instances: number;
    imageName?: string;
    primaryUpdateStrategy?: 'unsupervised' | 'supervised';
    postgresql?: {
      synchronous?: { method: 'any' | 'first'; number: number };
      parameters?: Record<string, string>;
    };
    bootstrap?: {
      initdb?: {
        database?: string;
        owner?: string;
        dataChecksums?: boolean;
        postInitApplicationSQL?: string[];
      };
    };
    storage: { size: string; storageClass?: string };
    resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
    affinity?: { enablePodAntiAffinity?: boolean; topologyKey?: string };
  };
}
