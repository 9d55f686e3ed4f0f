/** A load that failed, with a sentence for the operator. The previous data are still served. */
export class LoadError extends Error {
  override name = 'LoadError';
  readonly code:
    | 'not_found'
    | 'download'
    | 'refused'
    | 'archive'
    | 'changed'
    | 'checks'
    | 'losses'
    | 'mapping'
    | 'unknown_dataset'
    | 'busy';
  readonly missing: string[];
  /** Paths of files whose content is damaged. */
  damaged: string[] = [];
  constructor(code: LoadError['code'], message: string, missing: string[] = []) {
    super(message);
    this.code = code;
    this.missing = missing;
  }
}

/** A sentence without its full stop, for use within another sentence. */
export function withoutStop(sentence: string): string {
  return sentence.replace(/(?<![.\s])[.\s]+$/, '');
}

/** Describes a web page that was saved instead of the data. Follows the name of the file. */
export const A_WEB_PAGE =
  'it is a web page, not data. Open its address in a browser: it may ask for a click or a login.';

/** Describes an HTML table that a council's system calls a workbook. Follows the name of the file. */
export const A_WEB_TABLE =
  'it is a table of a web page under another name. Open it in a spreadsheet program, save it as "CSV UTF-8", and load that file.';
