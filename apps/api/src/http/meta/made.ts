import type { Question } from '../../accounts/paid-questions.ts';
import type { Notice } from './licences.ts';

/** An answer that is ready to be sent. */
export interface MadeAnswer {
  text: string;
  content_type: string;
  /** Headers of a file that stand for fields of the JSON, and the mark of the fictional country. */
  headers: Record<string, string>;
  /** Price of the answer, credits. */
  credits: number;
  /**
   * Identifies the answer, so that the caller can have it again free of charge; null if the operation takes no release.
   */
  question: Question | null;
  /** Whether a past release answers: such an answer is paid for once. */
  paid_once: boolean;
  /** The release of the data that the answer was made from. */
  release: string;
  /** The licence notices of the sources. */
  notices: readonly Notice[];
}
