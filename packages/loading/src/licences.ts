/** The licence of most public sector data of the United Kingdom. */
export const OGL = 'Open Government Licence v3.0';
