/** The interface of schemas of zod, valibot, arktype and others: https://standardschema.dev. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    /** Absent at run time: the types of input and output. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** Newer ones provide their JSON schema. */
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: 'draft-2020-12' }) => object }
      | undefined
  }
}

/** A value, or its faults. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
      }[]
    }

/** True for a schema. Those of arktype are functions. */
export const isStandardSchema = (value: unknown): value is StandardSchema =>
  value !== null &&
  (typeof value === 'object' || typeof value === 'function') &&
  '~standard' in value
