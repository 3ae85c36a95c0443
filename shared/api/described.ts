import * as v from 'valibot'

/** A field with its meaning, as the API's page shows it. */
export const described = <const Schema extends v.GenericSchema>(schema: Schema, meaning: string) =>
  v.pipe(schema, v.description(meaning))

/** For each field its meaning, or the same field with its meaning and those of the fields inside. */
type Meanings<Entries extends v.ObjectEntries> = {
  readonly [Name in keyof Entries]:
    | string
    | v.GenericSchema<v.InferInput<Entries[Name]>, v.InferOutput<Entries[Name]>>
}

/**
 * An answer that the frame reads too, with the meaning of each of its fields. The frame imports only the
 * schema in `shared/wire`, so its files do not contain the meanings.
 */
export const describedFields = <const Entries extends v.ObjectEntries>(
  { entries }: { readonly entries: Entries },
  meanings: Meanings<Entries>,
): v.ObjectSchema<Entries, undefined> =>
  v.object(
    Object.fromEntries(
      Object.entries(entries).map(([name, schema]) => {
        const meaning = meanings[name]
        return [name, typeof meaning === 'string' ? described(schema, meaning) : meaning]
      }),
      // The same fields, each with its meaning.
    ) as unknown as Entries,
  )
