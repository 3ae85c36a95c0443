import type { JWTPayload } from 'jose'
import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import type { AuthRule, KeySetRule, SecretRule } from '../projects/auth-rule-schema.ts'
import { DEFAULT_PROJECT, type Project } from '../projects/project.ts'
import { createAuthError } from './auth-errors.ts'
import { isReservedId, subjectSchema, SYSTEM_USER, type Identity } from './identity.ts'
import { createKeySet, type Fetch, type KeySet } from './key-set.ts'
import {
  CLOCK_LEEWAY_SECONDS,
  hintOfTimes,
  KEY_SET_ALGORITHMS,
  proveJwt,
  readJwt,
  SECRET_ALGORITHM,
  timeClaim,
  type JwtText,
} from './verify-jwt.ts'

/** Maximum life of a token that a host signs. */
const HOST_TOKEN_LIFE_MAX_SECONDS = 86_400

/** `at+jwt` is the type of access tokens in RFC 9068. */
const TYPES = ['jwt', 'at+jwt', undefined]

/** Some libraries name a token's use in a claim: a refresh token must not authenticate a call. */
const ACCESS_USES = ['access', 'bearer', 'id', 'jwt']
const useClaim = v.optional(
  v.pipe(
    v.string(),
    v.check((use) => ACCESS_USES.includes(use.toLowerCase())),
  ),
)

/** Hosts add their own claims; the claims that are used here are validated strictly. */
const claimsSchema = v.looseObject({
  sub: subjectSchema,
  exp: timeClaim,
  iat: v.optional(timeClaim),
  nbf: v.optional(timeClaim),
  iss: v.optional(v.string()),
  aud: v.optional(v.union([v.string(), v.array(v.string())])),
  workspace_id: v.optional(subjectSchema),
  project_id: v.optional(v.string()),
  typ: useClaim,
  token_use: useClaim,
})

export interface HostUser {
  readonly identity: Identity
  /** Expiry of the token, in seconds since 1970. */
  readonly expiresAt: number
}

/** Tokens of a host's own server, or of its identity provider. */
export interface HostTokens {
  /**
   * @throws AlcoveError `token_rejected`, `token_expired`, `clock_skew`; `unavailable` if an issuer's keys
   * cannot be fetched.
   */
  verify(token: string, project: Pick<Project, 'id' | 'auth'>): Promise<HostUser>
}

export interface HostTokenSettings {
  /** Fetches the key sets of issuers. */
  readonly fetch: Fetch
  /** Called, for the log, when a key set could not be fetched. */
  readonly onKeySetFailure: (url: string, error: unknown) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createHostTokens({ fetch, onKeySetFailure, now }: HostTokenSettings): HostTokens {
  const keySets = new Map<string, KeySet>()

  function keySetOf(url: string): KeySet {
    const keySet = keySets.get(url) ?? createKeySet({ url, fetch, onFailure: onKeySetFailure, now })
    keySets.set(url, keySet)
    return keySet
  }

  async function keyOf(rule: AuthRule, { keyId, algorithm }: JwtText) {
    switch (rule.type) {
      case 'secret':
        return new TextEncoder().encode(rule.secret)
      case 'jwks':
        if (keyId === undefined) throw createAuthError('missingKeyId')
        return keySetOf(rule.url).find({ keyId, algorithm })
      default:
        return rule satisfies never
    }
  }

  /** Proves the token by the first rule whose key signed it. */
  async function prove(token: string, jwt: JwtText, rules: readonly AuthRule[]) {
    if (rules.length === 0) throw createAuthError('noRule')
    let hint: string | undefined
    for (const rule of rules) {
      const key = await keyOf(rule, jwt)
      if (!key) hint = KEY_HINT
      const proof = key && { key, algorithm: jwt.algorithm, now: now() }
      const payload = proof && (await proveJwt(token, proof))
      if (payload) return payload
    }
    throw createAuthError('invalid', hint ?? SIGNATURE_HINT)
  }

  async function verify(token: string, { id, auth }: Pick<Project, 'id' | 'auth'>) {
    if (auth.length === 0) throw createUnsetError(id)
    const jwt = readJwt(token, { algorithms: auth.flatMap(algorithmsOf), types: TYPES })
    const payload = await prove(token, jwt, rulesFor(jwt, auth))
    return readUser(payload, id, now() / 1000)
  }

  return { verify }
}

/** A rule's type fixes the algorithm, so that a published key is never used as a shared secret. */
const algorithmsOf = ({ type }: SecretRule | KeySetRule): readonly string[] =>
  type === 'secret' ? [SECRET_ALGORITHM] : KEY_SET_ALGORITHMS

/** Rules for the algorithm and the claims, which are not proven yet. */
function rulesFor({ algorithm, claims }: JwtText, all: readonly AuthRule[]): readonly AuthRule[] {
  const rules = all.filter((rule) => algorithmsOf(rule).includes(algorithm))
  if (claims.iss === undefined && rules.every(({ issuer }) => issuer !== undefined)) {
    throw createAuthError('missingIssuer')
  }
  return rules.filter((rule) => matchesRule(rule, claims))
}

function matchesRule({ issuer, audience, claims = {} }: AuthRule, payload: JWTPayload): boolean {
  if (issuer !== undefined && payload.iss !== issuer) return false
  if (audience !== undefined && !says(payload.aud, audience)) return false
  return Object.entries(claims).every(
    ([name, value]) => Object.hasOwn(payload, name) && says(payload[name], value),
  )
}

/** True if a claim is this text, or a list with it. */
const says = (claim: unknown, text: string): boolean => [claim].flat().includes(text)

function readUser(payload: JWTPayload, projectId: string, seconds: number): HostUser {
  const parsed = v.safeParse(claimsSchema, payload)
  if (!parsed.success) throw createAuthError('invalid', CLAIMS_HINT)
  const { sub, exp, iat, workspace_id: workspaceId = sub, project_id } = parsed.output
  if (iat !== undefined && iat > seconds + CLOCK_LEEWAY_SECONDS)
    throw createAuthError('early', hintOfTimes('early', payload, seconds))
  const life = exp - (iat ?? seconds)
  if (life <= 0 || life > HOST_TOKEN_LIFE_MAX_SECONDS) throw createAuthError('invalid', LIFE_HINT)
  if ([sub, workspaceId].some((id) => isReservedId(id) || id === SYSTEM_USER)) {
    throw createAuthError('invalid', NAME_HINT)
  }
  if (project_id !== undefined && project_id !== projectId) throw createAuthError('invalid')
  return { identity: { projectId, workspaceId, userId: sub, kind: 'host' }, expiresAt: exp }
}

function createUnsetError(projectId: string): AlcoveError {
  const isDefault = projectId === DEFAULT_PROJECT
  const secret = isDefault ? 'ALCOVE_HOST_SECRET is not set and ' : ''
  return new AlcoveError(
    'token_rejected',
    `This project accepts no tokens of host pages, because ${secret}alcove.config.ts has no auth rule for it.`,
    {
      hint: `${isDefault ? 'Set ALCOVE_HOST_SECRET to the secret that signs them, at least 32 bytes, or write' : 'Write'} projects.${projectId}.auth in alcove.config.ts.`,
    },
  )
}

const SIGNATURE_HINT =
  'It was signed with another secret or key than this project’s: compare it with ALCOVE_HOST_SECRET, or with auth of the project.'
const KEY_HINT = 'The issuer publishes no key with this kid for this algorithm.'
const CLAIMS_HINT =
  'Expected the claims sub (1 to 255 characters without white space) and exp (seconds since 1970).'
const LIFE_HINT = 'A token may live at most 24 hours; exp and iat are seconds since 1970.'
const NAME_HINT =
  'Ids that begin with usr_anon_ or usr_key_, and __SYSTEM__, are given out by this server only.'
