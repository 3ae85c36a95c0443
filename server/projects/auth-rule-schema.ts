import * as v from 'valibot'
import { isPlainObject } from '../../shared/json.ts'
import { block, filledText, listOf, secureUrl, type Fields } from './config-fields.ts'

/** A secret that proves users must be too long to guess. */
export const HOST_SECRET_MIN_BYTES = 32
export const AUTH_RULES_MAX = 16
const CLAIM_MAX_CHARACTERS = 255

/** The issuer of this service's own tokens, which no rule of a project may name. */
export const OWN_ISSUER = 'alcove'

/** A rule as the operator writes it. */
export type AuthRuleBlock = SecretRuleBlock | KeySetRuleBlock

/** HS256 with a secret that the host's own server shares. */
export interface SecretRuleBlock {
  /** At least 32 bytes; from the environment rather than from this file. */
  readonly secret: string
  /** Required value of the claim `iss`. Default: any, or none. */
  readonly issuer?: string | undefined
  /** Required value or member of the claim `aud`. Default: any, or none. */
  readonly audience?: string | undefined
}

/** RS256, ES256 or EdDSA with a key that the issuer publishes. */
export interface KeySetRuleBlock {
  /** The https address of the issuer's key set; http only for localhost. */
  readonly jwks: string
  /** Required value of the claim `iss`, exactly. */
  readonly issuer: string
  /** Required value or member of the claim `aud`. */
  readonly audience: string
}

/** How tokens of a host's own server are proven. */
export type AuthRule = SecretRule | KeySetRule

/** HS256 with a shared secret of at least 32 bytes. */
export interface SecretRule {
  readonly type: 'secret'
  readonly secret: string
  /** Required value of `iss`; undefined: any, or none. */
  readonly issuer?: string | undefined
  /** Required value or member of `aud`; undefined: any, or none. */
  readonly audience?: string | undefined
}

/** RS256, ES256 or EdDSA with a key of the issuer's published set, found by the token's `kid`. */
export interface KeySetRule {
  readonly type: 'jwks'
  readonly url: string
  readonly issuer: string
  readonly audience: string
}

const issuer = v.pipe(
  filledText(CLAIM_MAX_CHARACTERS),
  v.check((name) => name !== OWN_ISSUER, `"${OWN_ISSUER}" is the name of this server itself`),
)
const audience = filledText(CLAIM_MAX_CHARACTERS)

/** The error does not show the value, since errors are logged. */
const secret = v.pipe(
  v.unknown(),
  v.check((value) => typeof value === 'string', 'expected a text, for example of the environment'),
  v.transform(String),
  v.check(
    (value) => Buffer.byteLength(value) >= HOST_SECRET_MIN_BYTES,
    ({ input }) =>
      `expected at least ${HOST_SECRET_MIN_BYTES} random bytes; there are ${Buffer.byteLength(input)}`,
  ),
)

const ruleTexts = {
  missing: 'is missing; a rule needs secret, or jwks with issuer and audience',
}
const secretRule = v.pipe(
  block(
    {
      secret,
      issuer: v.optional(issuer),
      audience: v.optional(audience),
    } satisfies Fields<SecretRuleBlock>,
    ruleTexts,
  ),
  v.transform((rule): SecretRule => ({
    type: 'secret',
    secret: rule.secret,
    issuer: rule.issuer,
    audience: rule.audience,
  })),
)
const keySetRule = v.pipe(
  block({ jwks: secureUrl, issuer, audience } satisfies Fields<KeySetRuleBlock>, ruleTexts),
  v.transform(({ jwks, ...claims }): KeySetRule => ({ type: 'jwks', url: jwks, ...claims })),
)
const authRule = v.lazy((rule) => (isPlainObject(rule) && 'jwks' in rule ? keySetRule : secretRule))

/** A rule, or a list of them. */
export const authRules = v.pipe(
  v.lazy((rules) => (Array.isArray(rules) ? listOf(authRule, AUTH_RULES_MAX) : authRule)),
  v.transform((rules): readonly AuthRule[] => [rules].flat()),
)
