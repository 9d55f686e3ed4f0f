import { matchAddress } from '@domesday/addresses';
import type { RequestOf, ResponseOf } from '@domesday/contract';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { addressesOfPostcode, type TitleRow, titleRows } from './get.query.ts';

type Request = RequestOf<'titles.get'>;
type Response = ResponseOf<'titles.get'>;

/** Prefixes of the county registers of Scotland; no open file has their titles. */
const SCOTTISH = new Set(
  'ABN ANG ARG AYR BNF BER BTE CTH CLK DMB DMF ELN FFE GLA INV KNC KNR KRK LAN MID MOR NRN OAZ PBL PTH REN ROS ROX SEL STG STH WGN WLN'.split(
    ' ',
  ),
);

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
  const linked_uprns = await linked(first, context);
  return {
    title_number,
    country: first.country,
    tenure: first.tenure,
    class: null,
    property_address: first.address,
    postcode: first.postcode,
    local_authority: first.district,
    ownership: {
      type: overseas ? 'overseas_company' : 'uk_company',
      proprietors: rows.flatMap((row) => row.proprietors.map((p) => ({ ...p, added: row.added }))),
    },
    price_paid: rows.find((row) => row.price_paid !== null)?.price_paid ?? null,
    leases: null,
    covenant_indicator: null,
    linked_uprns,
    boundary: null,
    meta: context.meta({
      datasets: [...rows.map((row) => row.dataset), ...(linked_uprns.length > 0 ? ['address-list'] : [])],
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
  if (!context.loaded('ccod') && !context.loaded('ocod')) {
    return notFound('source_not_loaded', 'No titles are loaded: load ccod and ocod.', issue);
  }
  return notFound(
    'title_not_in_open_data',
    `${title_number} is in no loaded file of company titles. That does not say that it does not exist: titles of private persons are in no open data.`,
    issue,
  );
}

/** The address of the title among those of its postcode, if the match is unambiguous. */
async function linked(title: TitleRow, context: Context): Promise<string[]> {
  if (title.multiple_addresses) {
    context.warn(
      'not_recorded',
      'linked_uprns',
      'The title has several addresses, which its file does not list.',
    );
    return [];
  }
  const postcode =
    title.postcode ?? /\(([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})\)\s*$/.exec(title.address ?? '')?.[1];
  if (!postcode || !title.address) return [];
  const candidates = await addressesOfPostcode.rows(context.db, { postcode });
  if (candidates.length === 0) return [];
  const address = title.address.replace(/\s*\([^)]*\)\s*$/, '');
  const { status, best } = matchAddress({ address, postcode }, candidates);
  return best && status === 'matched' ? [String(best.candidate.uprn)] : [];
}
