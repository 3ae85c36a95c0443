import * as v from 'valibot'
import * as wire from '../wire/knowledge.ts'
import { described, describedFields } from './described.ts'

export const documentAddressBodySchema = v.strictObject({
  piece_id: described(
    v.optional(v.string()),
    'The cited piece of the document, which the page marks. Default: none is marked.',
  ),
})

export const documentAddressSchema = describedFields(wire.documentAddressSchema, {
  url: 'The address itself. Its holder may use it until expiresAt, without a token.',
  expiresAt: 'Expiry of the address.',
})
