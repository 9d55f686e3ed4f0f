import { matchAddress } from '@domesday/addresses';
import type { RequestOf, ResponseOf } from '@domesday/contract';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { type AddressRow, addressesOfPostcode, type TitleRow, titleRows } from './get.query.ts';

type Request = RequestOf<'titles.get'>;
type Response = ResponseOf<'titles.get'>;

/** Prefixes of the county registers of Scotland, whose titles are in no open file. */
const SCOTTISH = new Set(
  'ABN ANG ARG AYR BNF BER BTE CTH CLK DMB DMF ELN FFE GLA INV KNC KNR KRK LAN MID MOR NRN OAZ PBL PTH REN ROS ROX SEL STG STH WGN WLN'.split(
    ' ',
  ),
);

/** The two files of titles. A title owned by companies of both kinds is in both files. */
const FILES = [
  { id: 'ccod', owners: 'Companies formed in the United Kingdom' },
  { id: 'ocod', owners: 'Companies formed abroad' },
] as const;

/** Words for the fields that a title may lack in its file. */
const IN_WORDS: Record<string, string> = {
  tenure: 'tenure',
  property_address: 'address',
  postcode: 'postcode',
  local_authority: 'district',
  price_paid: 'price',
};

export async function get(request: Request, context: Context): Promise<Response> {
  const title_number = request.path.title_number.toUpperCase();
  const rows = await titleRows.rows(context.db, { title_number });
  const first = rows[0];
  if (!first) throw missing(title_number, context);
  const overseas = rows.some((row) => row.dataset === 'ocod');
  for (const [field, message] of [
    ['class', 'The class of a title is in no open file.'],
    ['leases', 'Registered leases are not loaded.'],
    ['covenant_indicator', 'Restrictive covenants are not loaded.'],
    ['boundary', 'Open data cannot join a title to its boundary.'],
  ] as const) {
    context.warn('not_covered', field, message);
  }
  for (const { id, owners } of FILES)
    if (!context.loaded(id))
      context.warn('source_not_loaded', 'ownership', `${owners}: load ${id} to know them.`);
  const country = rows.find((row) => row.country !== null)?.country ?? null;
  if (country === null)
    context.warn(
      'not_recorded',
      'country',
      'The nation of this title is not known: its file does not name the region.',
    );
  const recorded = {
    tenure: first.tenure,
    property_address: first.address,
    postcode: first.postcode,
    local_authority: first.district,
    price_paid: rows.find((row) => row.price_paid !== null)?.price_paid ?? null,
  };
  for (const [field, value] of Object.entries(recorded))
    if (value === null)
      context.warn('not_recorded', field, `The file has no ${IN_WORDS[field]} of this title.`);
  const home = await homeOf(first, context);
  const more_proprietors = moreThanNamed(rows, context);
  return {
    title_number,
    country,
    tenure: recorded.tenure,
    class: null,
    property_address: recorded.property_address,
    postcode: recorded.postcode,
    local_authority: recorded.local_authority,
    ownership: {
      type: overseas ? 'overseas_company' : 'uk_company',
      proprietors: rows.flatMap((row) => row.proprietors.map((p) => ({ ...p, added: row.added }))),
      more_proprietors,
    },
    price_paid: recorded.price_paid,
    leases: null,
    covenant_indicator: null,
    linked_uprns: home ? [String(home.uprn)] : [],
    boundary: null,
    meta: context.meta({
      datasets: [...rows.map((row) => row.dataset), ...(home ? [home.source] : [])],
      basis: 'register',
    }),
  };
}

function missing(title_number: string, context: Context) {
  const issue = [{ field: 'title_number', issue: 'is in no loaded file' }];
  if (SCOTTISH.has(title_number.replace(/\d+$/, ''))) {
    return notFound(
      'not_in_jurisdiction',
      `${title_number} is a title of the Land Register of Scotland, of which no open file exists.`,
      issue,
    );
  }
  const unloaded = FILES.filter(({ id }) => !context.loaded(id));
  if (unloaded.length === FILES.length)
    return notFound('source_not_loaded', 'No titles are loaded: load ccod and ocod.', issue);
  const others = unloaded.map(({ id, owners }) => ` ${owners} are in ${id}, which is not loaded.`);
  return notFound(
    'title_not_in_open_data',
    `${title_number} is in no loaded file of company titles. That does not say that it does not exist: titles of private persons are in no open data.${others.join('')}`,
    issue,
  );
}

/** Whether the register has proprietors that no file names; null if a file does not say. */
function moreThanNamed(rows: TitleRow[], context: Context): boolean | null {
  if (rows.some((row) => row.more_proprietors)) {
    const message = 'The register has more proprietors of this title than the four that its file names.';
    context.warn('partly_covered', 'ownership.proprietors', message);
    return true;
  }
  if (rows.every((row) => row.more_proprietors === false)) return false;
  const message = 'The loaded file does not say whether the register has more proprietors.';
  context.warn('not_recorded', 'ownership.more_proprietors', message);
  return null;
}

/** The home of the title, if one address of its postcode surely matches; else null, with a warning that says why. */
async function homeOf(title: TitleRow, context: Context): Promise<AddressRow | null> {
  const none = (message: string) => {
    context.warn('not_recorded', 'linked_uprns', message);
    return null;
  };
  if (title.multiple_addresses) return none('The title has several addresses, which its file does not list.');
  const postcode =
    title.postcode ?? /\(([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})\)\s*$/.exec(title.address ?? '')?.[1];
  if (!postcode || !title.address) return none('The title has no address with a postcode.');
  const candidates = await addressesOfPostcode.rows(context.db, { postcode });
  if (candidates.length === 0) return none(`No loaded source has an address at ${postcode}.`);
  const address = title.address.replace(/\s*\([^)]*\)\s*$/, '');
  const { status, best } = matchAddress({ address, postcode }, candidates);
  if (!best || status !== 'matched') return none(`No address at ${postcode} is surely that of the title.`);
  return best.candidate;
}
