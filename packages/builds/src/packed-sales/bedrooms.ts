/**
 * SQL for the bedrooms modelled from habitable rooms by the rule of `bedroomsFromRooms`; 5 = five or more, null if the
 * rooms are unknown. The null case is explicit, since `least` and `greatest` ignore nulls.
 */
export function bedroomsOfRooms(rooms: string): string {
  return `(case when ${rooms} is null then null when ${rooms} <= 1 then ${rooms}
            when ${rooms} <= 4 then ${rooms} - 1 else least(${rooms} - 2, 5) end)`;
}
