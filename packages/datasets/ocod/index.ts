import { companyTitles } from '@domesday/loading/kinds/company-titles';
import { source } from './source.ts';

export const dataset = companyTitles(source.id);
