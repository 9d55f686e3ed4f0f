/** Where the areas of a dataset are served. Their place is the ten-kilometre square of the middle of their box. */
export function servedAreas(dataset: string, replaces: string) {
  return {
    table: 'areas',
    where: `t.dataset_no = (select d.no from area_datasets d where d.dataset = '${dataset}')`,
    newest: 'case when t.designated_on <= current_date then t.designated_on end',
    area: "t.kind || ' in e' || floor((@@ t.box)[0] / 10000) || ' n' || floor((@@ t.box)[1] / 10000)",
    beside: [{ table: 'area_coverage', where: "t.basis <> 'features'" }],
    replaces,
  };
}
