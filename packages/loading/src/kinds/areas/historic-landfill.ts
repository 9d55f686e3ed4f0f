/** Places where waste was buried: polygons with hld_ref and site_name. */
export const historicLandfill = {
  recognised_by: {
    columns: ['hld_ref', 'site_ref', 'wrc_ref', 'first_input', 'firstinput', 'last_input', 'lastinput'],
    name: /landfill/i,
  },
  kind: () => 'historic-landfill',
  band: () => ({ band: 'historic landfill site', level: 'high' as const }),
  columns: {
    reference: ['hld_ref', 'site_ref', 'wrc_ref', 'reference'],
    name: ['site_name', 'sitename', 'name'],
    designated: ['first_input', 'firstinput'],
    ended: [],
  },
  attributes: [
    'first_input',
    'firstinput',
    'last_input',
    'lastinput',
    'inert',
    'industrial',
    'commercial',
    'household',
    'special',
    'liqsludge',
    'wasteunk',
    'gas_ctrl',
    'gascontrol',
    'leachatcnt',
  ],
  extent: 'nation' as const,
};
