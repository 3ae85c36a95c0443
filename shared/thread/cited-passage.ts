import { isPlainObject, type JsonObject } from '../json.ts'
import { parsePassage, type CitedPassage } from '../wire/passage-schema.ts'

export type { CitedPassage }

/** Provider name of our own fields in the metadata of a chunk or stored part. */
const OWN = 'alcove'

/** Reads a passage from the metadata of a chunk or stored part; `undefined`: there is none, or it is malformed. */
export function readPassage(providerMetadata: unknown): CitedPassage | undefined {
  const own = isPlainObject(providerMetadata) ? providerMetadata[OWN] : undefined
  return isPlainObject(own) ? parsePassage(own['passage']) : undefined
}

/** Our own fields of a source as metadata, which published readers pass over; `{}` without any. */
export function writePassage(fields: {
  readonly passage?: CitedPassage | undefined
  /** Page of a document. */
  readonly page?: number | undefined
}): { readonly providerMetadata?: JsonObject } {
  const { passage, page } = fields
  if (passage === undefined && page === undefined) return {}
  const own: JsonObject = {
    ...(page === undefined ? {} : { page }),
    ...(passage === undefined ? {} : { passage }),
  }
  return { providerMetadata: { [OWN]: own } }
}
