/**
 * SQL of the bedrooms that habitable rooms suggest, 5 for five and more, by the rule of `bedroomsFromRooms`; null
 * where the rooms are not known, since `least` and `greatest` pass over nulls.
 */
export function bedroomsOfRooms(rooms: string): string {
  return `(case when ${rooms} is null then null when ${rooms} <= 1 then ${rooms}
            when ${rooms} <= 4 then ${rooms} - 1 else least(${rooms} - 2, 5) end)`;
}
