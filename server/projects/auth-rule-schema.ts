import * as v from 'valibot'
import { isPlainObject } from '../../shared/json.ts'
import { block, filledText, listOf, secureUrl, type Fields } from './config-fields.ts'

/** What proves a user must be longer than anybody can guess. */
export const HOST_SECRET_MIN_BYTES = 32
export const AUTH_RULES_MAX = 16
const CLAIM_MAX_CHARACTERS = 255

/** The issuer of this service's own tokens: no rule of a project may name it. */
export const OWN_ISSUER = 'alcove'

/** As the operator writes it. */
export type AuthRuleBlock = SecretRuleBlock | KeySetRuleBlock

/** HS256 with a secret that the host's own server shares. */
export interface SecretRuleBlock {
  /** At least 32 bytes; from the environment rather than from this file. */
  readonly secret: string
  /** What the claim `iss` must be. Default: anything, or nothing. */
  readonly issuer?: string | undefined
  /** What the claim `aud` must be or contain. Default: anything, or nothing. */
  readonly audience?: string | undefined
}

/** RS256, ES256 or EdDSA with a key that the issuer publishes. */
export interface KeySetRuleBlock {
  /** The https address of the issuer's key set; http only for localhost. */
  readonly jwks: string
  /** What the claim `iss` must be, to the letter. */
  readonly issuer: string
  /** What the claim `aud` must be or contain. */
  readonly audience: string
}

/** How tokens of a host's own server are proved. */
export type AuthRule = SecretRule | KeySetRule

/** HS256 with a shared secret of at least 32 bytes. */
export interface SecretRule {
  readonly type: 'secret'
  readonly secret: string
  /** What `iss` must be; undefined: anything, or nothing. */
  readonly issuer?: string | undefined
  /** What `aud` must be or contain; undefined: anything, or nothing. */
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

/** Whatever it is instead, an error that shows it ends up in a log. */
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

/** One rule, or a list of them. */
export const authRules = v.pipe(
  v.lazy((rules) => (Array.isArray(rules) ? listOf(authRule, AUTH_RULES_MAX) : authRule)),
  v.transform((rules): readonly AuthRule[] => [rules].flat()),
)
