/**
 * A composite type as its function fills it. PostgreSQL cannot declare its fields as never null, so the generated types
 * are nullable; `Nullable` names the fields that can be null.
 */
export type Filled<Row, Nullable extends PropertyKey = never> = Row extends readonly (infer Item)[]
  ? Filled<Item, Nullable>[]
  : Row extends object
    ? {
        [Key in keyof Row]: Key extends Nullable ? Row[Key] : Filled<NonNullable<Row[Key]>, Nullable>;
      }
    : Row;
