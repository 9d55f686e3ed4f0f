import type { Question } from '../../accounts/paid-questions.ts';
import type { Notice } from './licences.ts';

/** An answer that is ready to be sent. */
export interface Made {
  text: string;
  content_type: string;
  /** What a file says beside its rows, and whether the fictional country answers. */
  headers: Record<string, string>;
  /** What it costs at most. */
  credits: number;
  /** What it can be asked for again by, free of charge; null if the operation takes no release. */
  question: Question | null;
  /** Whether it is asked of a release, so that it is paid for once. */
  paid_once: boolean;
  /** The release of the data that it was made from. */
  release: string;
  /** What the licences of its sources ask. */
  notices: readonly Notice[];
}
