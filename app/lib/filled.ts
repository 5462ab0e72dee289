/** A composite type of the database of which all fields but these are filled; generated types take every field of one for nullable. */
export type Filled<Row, Empty extends keyof Row = never> = {
  [Key in keyof Row]: Key extends Empty ? Row[Key] : NonNullable<Row[Key]>;
};
