/** SQL expressions over `t`, the row as now served, and `c`, the change with the row's former values. */
interface ChangeEvent {
  /** The event that a watch can ask for; null if the change is not such an event. */
  event: string;
  /** What changed, as JSON, for changes that have an event. */
  details: string;
}

const NONE: ChangeEvent = { event: 'null::text', details: 'null::jsonb' };

const EVENTS: Record<string, ChangeEvent> = {
  sales: {
    event: `case when c.change = 'inserted' then 'sold' end`,
    details: `case when c.change <> 'removed' then
                jsonb_build_object('price', t.price, 'was_price', c.was_price, 'date', t.date, 'category', t.category) end`,
  },
  energy_certificates: {
    event: `case when c.change = 'inserted' then 'certificate' end`,
    details: `case when c.change <> 'removed' then
                jsonb_build_object('current_rating', t.current_rating, 'lodged_on', t.lodged_on) end`,
  },
  listings: {
    event: `case when t.status = 'withdrawn' then null
                 when c.change = 'inserted' or c.change = 'changed'
                   and (c.was_status = 'withdrawn' or c.was_listing_type <> t.listing_type) then 'listing'
                 when c.change = 'changed' and t.of_share = c.was_of_share
                   and t.price_comparable < c.was_price_comparable then 'price_cut' end`,
    details: `case when c.change <> 'removed' then
                jsonb_build_object('listing_type', t.listing_type, 'status', t.status, 'was_status', c.was_status, 'price', t.price,
                  'was_price', case when c.was_listing_type = t.listing_type then c.was_price end,
                  'price_period', t.price_period) end`,
  },
  planning_applications: {
    event: `case when c.change = 'inserted' or c.change = 'changed' and t.status <> c.was_status then 'planning' end`,
    details: `case when c.change <> 'removed' then
                jsonb_build_object('reference', t.reference, 'status', t.status, 'was_status', c.was_status,
                  'received', t.received) end`,
  },
};

export function eventOf(table: string): ChangeEvent {
  return EVENTS[table] ?? NONE;
}
