/** What a schema of zod, valibot, arktype and others offers: https://standardschema.dev. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    /** Not there at run time: what types go in and come out. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** Newer ones say what their JSON schema is. */
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: 'draft-2020-12' }) => object }
      | undefined
  }
}

/** A value, or what is wrong. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
      }[]
    }

/** Whether it is one. Those of arktype are functions. */
export const isStandardSchema = (value: unknown): value is StandardSchema =>
  value !== null &&
  (typeof value === 'object' || typeof value === 'function') &&
  '~standard' in value
