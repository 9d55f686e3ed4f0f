/** Whether a text, in capitals, has the form of the code of a local authority. */
export const isAuthorityCode = (text: string): boolean => /^[EWS]\d{8}$/.test(text);
