export { type Linked, linkAll, linkCertificates, linkRows, linkSales } from './link.ts';
