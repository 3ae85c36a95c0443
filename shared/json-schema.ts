/** Names of types in a JSON schema. */
type JsonSchemaType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

/** A JSON schema, draft 2020-12, with the keywords that describe arguments of tools; others are allowed. */
export interface JsonSchema {
  readonly type?: JsonSchemaType | readonly JsonSchemaType[]
  readonly title?: string
  readonly description?: string
  readonly properties?: { readonly [name: string]: JsonSchema | boolean }
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema | boolean
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
  readonly [keyword: string]: unknown
}
