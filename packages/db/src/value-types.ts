/**
 * PostgreSQL types that statements read and write, and the TypeScript value of each. Our bigints (UPRN, counts) stay
 * far below 2^53, so a number is exact; a date is a calendar day, kept as text so that no time zone shifts it.
 */
export interface Values {
  bool: boolean;
  int2: number;
  int4: number;
  int8: number;
  float4: number;
  float8: number;
  /** Exact decimals stay text. */
  numeric: string;
  text: string;
  varchar: string;
  uuid: string;
  date: string;
  timestamptz: Date;
  bytea: Buffer;
  json: unknown;
  jsonb: unknown;
  point: { x: number; y: number };
  box: string;
  circle: string;
  polygon: string;
  _polygon: string[];
  tsvector: string;
  tsquery: string;
  int8range: string;
  /** Records of an address list, which only SQL unpacks. */
  _address_record: string;
  /** The result of a function that is called for its effect. */
  void: string;
  _bool: boolean[];
  _int2: number[];
  _int4: number[];
  _int8: number[];
  _float4: number[];
  _float8: number[];
  _text: string[];
  _uuid: string[];
  _date: string[];
}

export type TypeName = keyof Values;
export type Value<T extends TypeName> = Values[T];
