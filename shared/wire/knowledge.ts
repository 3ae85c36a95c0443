import * as v from 'valibot'

/** Address that shows the kept text of a cited document, until `expiresAt`. */
export const documentAddressSchema = v.object({
  url: v.string(),
  expiresAt: v.string(),
})
