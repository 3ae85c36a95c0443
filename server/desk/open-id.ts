import type { Configuration } from 'openid-client'
import * as v from 'valibot'
import { mail as mailSchema } from '../../shared/desk/access.ts'
import { AlcoveError } from '../../shared/errors.ts'

/** Path at the desk to which the provider sends people back. */
export const OPEN_ID_PATH = '/desk/openid'
/** Time for each request to the provider. */
const REQUEST_SECONDS = 10
/** Age at which the provider's addresses are asked for again. */
const DISCOVERY_MS = 3_600_000
const SERVER_FAULT = 500

/** The operator's identity provider. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** As the sign-in page shows it. */
  readonly name: string
}

/** Random texts of one sign-in, which the page keeps until the provider sends the person back. */
export interface OpenIdChecks {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

export interface OpenId {
  readonly name: string
  /**
   * @param origin of the desk.
   * @throws AlcoveError `unavailable` if the provider does not answer.
   */
  start(origin: string): Promise<OpenIdChecks & { readonly url: string }>
  /**
   * Exchanges the provider's code for the person's verified mail.
   *
   * @param url address to which the provider sent the person back.
   * @throws AlcoveError `auth_failed` if the address or the checks are wrong or the code was used, `forbidden`
   * without a verified mail, `unavailable`.
   */
  end(url: string, checks: OpenIdChecks): Promise<string>
}

export interface OpenIdParts {
  readonly settings: OpenIdSettings
  /** Called with the reason of each sign-in that failed. */
  readonly onFailure: (error: unknown) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Loads the client when it is first needed, since most services have no provider. */
export function createOpenId({ settings, onFailure, now }: OpenIdParts): OpenId {
  const { issuer, clientId, clientSecret, name } = settings
  let known: { readonly until: number; readonly config: Promise<Configuration> } | undefined

  async function discover(): Promise<Configuration> {
    const client = await import('openid-client')
    const url = new URL(issuer)
    return client.discovery(url, clientId, clientSecret, undefined, {
      timeout: REQUEST_SECONDS,
      // The setting allows http for providers on this machine alone.
      execute: url.protocol === 'http:' ? [client.allowInsecureRequests] : [],
    })
  }

  function configuration(): Promise<Configuration> {
    if (known === undefined || known.until <= now()) {
      const config = discover()
      known = { until: now() + DISCOVERY_MS, config }
      config.catch(() => {
        known = undefined
      })
    }
    return known.config
  }

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AlcoveError) throw error
      onFailure(error)
      throw isOutage(error) ? createOutageError(name, error) : createRefusal(name, error)
    }
  }

  return {
    name,
    start: (origin) =>
      attempt(async () => {
        const client = await import('openid-client')
        const config = await configuration()
        const state = client.randomState()
        const nonce = client.randomNonce()
        const codeVerifier = client.randomPKCECodeVerifier()
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: origin + OPEN_ID_PATH,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, state, nonce, codeVerifier }
      }),
    end: (url, { state, nonce, codeVerifier }) =>
      attempt(async () => {
        const client = await import('openid-client')
        const config = await configuration()
        const tokens = await client.authorizationCodeGrant(config, new URL(url), {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        // Many providers tell the mail only when they are asked for it.
        const facts =
          claims?.['email'] !== undefined && claims['email_verified'] !== undefined
            ? claims
            : await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '')
        return readMail(facts['email'], facts['email_verified'], name)
      }),
  }
}

function readMail(mail: unknown, isVerified: unknown, name: string): string {
  const parsed = v.safeParse(mailSchema, mail)
  if (parsed.success && isVerified === true) return parsed.output
  throw new AlcoveError('forbidden', `${name} has not verified your mail address.`, {
    hint: `Verify it there, then sign in again.`,
  })
}

/** The provider is down or slow, rather than of another opinion. */
function isOutage(error: unknown): boolean {
  if (error instanceof TypeError) return true
  if (!(error instanceof Error)) return false
  const { code, status } = error as Error & { code?: string; status?: number }
  return code === 'OAUTH_TIMEOUT' || (status !== undefined && status >= SERVER_FAULT)
}

const createOutageError = (name: string, cause: unknown): AlcoveError =>
  new AlcoveError('unavailable', `${name} does not answer at the moment.`, { cause })

const createRefusal = (name: string, cause: unknown): AlcoveError =>
  new AlcoveError('auth_failed', `${name} did not confirm this sign-in. Start it again.`, { cause })
