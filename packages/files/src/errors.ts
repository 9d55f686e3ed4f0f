/** A load that did not happen, in a sentence for the operator. What was served before is served still. */
export class LoadError extends Error {
  override name = 'LoadError';
  readonly code:
    | 'not_found'
    | 'download'
    | 'refused'
    | 'archive'
    | 'checks'
    | 'mapping'
    | 'unknown_dataset'
    | 'busy';
  readonly missing: string[];
  constructor(code: LoadError['code'], message: string, missing: string[] = []) {
    super(message);
    this.code = code;
    this.missing = missing;
  }
}
