/**
 * SQL of the bedrooms modelled from habitable rooms, 5 for five and more, by the rule of `bedroomsFromRooms`; null if
 * the rooms are unknown. The case is needed, since `least` and `greatest` ignore nulls.
 */
export function bedroomsOfRooms(rooms: string): string {
  return `(case when ${rooms} is null then null when ${rooms} <= 1 then ${rooms}
            when ${rooms} <= 4 then ${rooms} - 1 else least(${rooms} - 2, 5) end)`;
}
