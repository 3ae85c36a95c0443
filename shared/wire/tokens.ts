import * as v from 'valibot'
import { SOLUTION_MAX, VISITOR_PROOF_MAX_CHARACTERS } from '../proof-of-work.ts'

export const refreshTokenSchema = v.object({ token: v.string(), expires_at: v.string() })
export const tokensSchema = v.object({
  access_token: v.string(),
  refresh_token: v.optional(refreshTokenSchema),
})
/**
 * Proofs of a new visitor. Published clients send none; other fields are not looked at.
 */
export const mintBodySchema = v.object({
  /** A puzzle's text and the number that solves it. */
  proof: v.optional(
    v.object({
      challenge: v.pipe(v.string(), v.maxLength(200)),
      solution: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(SOLUTION_MAX)),
    }),
  ),
  /** For the project's own check. */
  given: v.optional(v.pipe(v.string(), v.maxLength(VISITOR_PROOF_MAX_CHARACTERS))),
})
export const refreshBodySchema = v.object({ refresh_token: v.string() })

/** The answer of `POST /auth/tokens`: a short token for one user, made by a server's API key. */
export const mintedTokenSchema = v.object({ token: v.string() })

/** In API-key mode, whom the key speaks for. */
export const USER_ID_HEADER = 'Aui-User-Id'
export const WORKSPACE_ID_HEADER = 'Aui-Workspace-Id'
