import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'address-list',
  name: 'Address list supplied by the operator',
  publisher: 'The operator',
  countries: ['England', 'Wales', 'Scotland'],
  licence: 'As the operator holds it',
  attribution: 'Addresses as supplied by the operator of this service.',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'address_records',
    from: 'all_address_records()',
    where: "t.source = 'address-list' and t.variant = 0",
    placed: 't.easting is not null',
    replaces: 'addresses with the same UPRN',
  },
  used_by: ['addresses'],
  download: byOperator('addresses', 'own'),
  docs: {
    page: 'data',
    what: 'addresses with UPRNs that you bring',
    layouts:
      'any CSV through a mapping file; without one the header below, AddressBase Core, AddressBase Premium (all records in one file, or a folder with one file per record type)',
    where: 'your supplier',
    layout_seen: { specification: 'OS AddressBase Premium, headers of its records' },
  },
} as const satisfies DatasetSource;
