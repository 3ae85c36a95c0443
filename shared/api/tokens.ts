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
        expires_at: 'Expiry of the token, if it is not used before.',
      }),
    ),
    'Exchanges for new tokens, once. Store it: it identifies the visitor.',
  ),
})

/** Proofs of a new visitor. Published clients send none; other fields are ignored. */
export const mintBodySchema = v.object({
  proof: described(
    v.optional(
      v.object({
        challenge: described(
          v.pipe(v.string(), v.maxLength(200)),
          'The puzzle, from details.challenge of a refusal.',
        ),
        solution: described(
          v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(SOLUTION_MAX)),
          'A number, hashed in four bytes with the highest first.',
        ),
      }),
    ),
    'The solution of a puzzle, after a refusal with proof_required.',
  ),
  given: described(
    v.optional(v.pipe(v.string(), v.maxLength(VISITOR_PROOF_MAX_CHARACTERS))),
    'The page’s proof for its project’s own check, such as the token of a captcha.',
  ),
})

export const refreshBodySchema = v.object({
  refresh_token: described(
    v.string(),
    'Exchanges for new tokens, once. Store it: it identifies the visitor.',
  ),
})

export const revokeBodySchema = v.object({
  refresh_token: described(
    v.string(),
    'Any refresh token of the session. Signs the visitor out: all refresh tokens of the session become invalid, while an access token lasts its 15 minutes. The answer is the same for an unknown token.',
  ),
})

/** A short-lived token for one user, issued for a server's API key. */
export const mintedTokenSchema = describedFields(wire.mintedTokenSchema, { token: ACCESS_TOKEN })
