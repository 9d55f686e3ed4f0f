/** Whether a text, in capitals, has the form of the code of a local authority. */
export const isAuthorityCode = (text: string): boolean => /^[EWS]\d{8}$/.test(text);

/**
 * Prefixes of the codes of districts and unitary authorities. Counties, regions, nations, wards and small areas have
 * codes of the same form.
 */
const DISTRICTS = ['E06', 'E07', 'E08', 'E09', 'S12', 'W06'];

/** Whether a text, in capitals, has the form of an authority code that postcodes can have. */
export const isDistrictCode = (text: string): boolean =>
  isAuthorityCode(text) && DISTRICTS.includes(text.slice(0, 3));

export const BE_A_DISTRICT_CODE = `the code of a district or unitary authority such as E09000001, which begins with ${DISTRICTS.slice(0, -1).join(', ')} or ${DISTRICTS.at(-1)}`;
