/**
 * A composite type of the database as its function fills it. PostgreSQL cannot say that a field is never null, so the generated type of
 * each is nullable; `Nullable` names those that are.
 */
export type Filled<Row, Nullable extends PropertyKey = never> = Row extends readonly (infer Item)[]
  ? Filled<Item, Nullable>[]
  : Row extends object
    ? {
        [Key in keyof Row]: Key extends Nullable ? Row[Key] : Filled<NonNullable<Row[Key]>, Nullable>;
      }
    : Row;
