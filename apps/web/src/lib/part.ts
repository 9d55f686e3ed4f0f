/** A part of this page was not given. An upgrade of the server takes away the parts of the pages before it. */
export class MissingPart extends Error {
  constructor() {
    super('A part of this page did not come. If it does not come again either, reload the page.');
  }
}

/** A part of the page that is fetched when it is needed. */
export async function part<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    throw new MissingPart();
  }
}
