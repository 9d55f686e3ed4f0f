import { areaDataset } from '@domesday/loading/kinds/areas/dataset';

const spec = {
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
    'gas_ctrl',
  ],
  extent: 'nation' as const,
};

/** Places where waste was buried, England: Environment Agency, polygons with hld_ref and site_name. */
export const historicLandfill = areaDataset({ id: 'historic-landfill', countries: ['England'], ...spec });

/** The same of Wales: Natural Resources Wales. */
export const historicLandfillWales = areaDataset({
  id: 'historic-landfill-wales',
  countries: ['Wales'],
  ...spec,
});
