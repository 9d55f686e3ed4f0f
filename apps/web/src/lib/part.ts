/** A module of this page could not be fetched. An upgrade of the server removes the modules of the previous version. */
export class MissingPart extends Error {
  constructor() {
    super('A part of this page did not load. If it fails again, reload the page.');
  }
}

/** Loads a module of the page that is fetched on demand. */
export async function part<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    throw new MissingPart();
  }
}
