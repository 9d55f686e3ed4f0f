export { type Linked, linkAll, linkRows } from './link.ts';
