import { isPlainObject, type JsonObject } from '../json.ts'

/** Metadata of a call that a page's tool may run only once the person has approved it, whatever the page says. */
export const ASKS_FIRST: { readonly providerMetadata: JsonObject } = {
  providerMetadata: { alcove: { asksFirst: true } },
}

/** True for a call with {@link ASKS_FIRST}. */
export function asksFirst({
  providerMetadata,
}: {
  readonly providerMetadata?: JsonObject | undefined
}): boolean {
  const own = providerMetadata?.['alcove']
  return isPlainObject(own) && own['asksFirst'] === true
}
