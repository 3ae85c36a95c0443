import * as v from 'valibot'
import { SOLUTION_MAX, VISITOR_PROOF_MAX_CHARACTERS } from '../proof-of-work.ts'
import * as wire from '../wire/tokens.ts'
import { described, describedFields } from './described.ts'

const ACCESS_TOKEN = 'Goes into the header Authorization. Good for 15 minutes.'

export const tokensSchema = describedFields(wire.tokensSchema, {
  access_token: ACCESS_TOKEN,
  refresh_token: described(
    v.optional(
      describedFields(wire.refreshTokenSchema, {
        token: 'The refresh token itself.',
        expires_at: 'When the token ends, if it is not used before.',
      }),
    ),
    'Exchanges for new tokens, once. Store it: it is who the visitor is.',
  ),
})

/** Proofs of a new visitor. Published clients send none; other fields are ignored. */
export const mintBodySchema = v.object({
  proof: described(
    v.optional(
      v.object({
        challenge: described(
          v.pipe(v.string(), v.maxLength(200)),
          'The puzzle, as details.challenge of a refusal had it.',
        ),
        solution: described(
          v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(SOLUTION_MAX)),
          'A number, hashed in four bytes with the highest first.',
        ),
      }),
    ),
    'The solution of a puzzle, where the server refused with proof_required.',
  ),
  given: described(
    v.optional(v.pipe(v.string(), v.maxLength(VISITOR_PROOF_MAX_CHARACTERS))),
    'What the page gave for its project’s own check, such as the token of a captcha.',
  ),
})

export const refreshBodySchema = v.object({
  refresh_token: described(
    v.string(),
    'Exchanges for new tokens, once. Store it: it is who the visitor is.',
  ),
})

export const revokeBodySchema = v.object({
  refresh_token: described(
    v.string(),
    'Any token that the session was ever given. Signs the visitor out: none of the session’s tokens is good any more, while an access token lasts its 15 minutes. One that is not known is answered alike.',
  ),
})

/** A short-lived token for one user, issued for a server's API key. */
export const mintedTokenSchema = describedFields(wire.mintedTokenSchema, { token: ACCESS_TOKEN })
