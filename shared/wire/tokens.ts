import * as v from 'valibot'

export const refreshTokenSchema = v.object({ token: v.string(), expires_at: v.string() })
export const tokensSchema = v.object({
  access_token: v.string(),
  refresh_token: v.optional(refreshTokenSchema),
})

/** The answer of `POST /auth/tokens`: a short-lived token for one user, issued for a server's API key. */
export const mintedTokenSchema = v.object({ token: v.string() })

/** In API-key mode, the user of the call. */
export const USER_ID_HEADER = 'Aui-User-Id'
export const WORKSPACE_ID_HEADER = 'Aui-Workspace-Id'
