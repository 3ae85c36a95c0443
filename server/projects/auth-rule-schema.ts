import * as v from 'valibot'
import { isPlainObject } from '../../shared/json.ts'
import { filledText, listOf } from '../../shared/api/option-fields.ts'
import { block, blocksByName, secureUrl, type Fields } from './config-fields.ts'

/** A secret that proves users must be too long to guess. */
export const HOST_SECRET_MIN_BYTES = 32
export const AUTH_RULES_MAX = 16
export const RULE_CLAIMS_MAX = 8
const CLAIM_MAX_CHARACTERS = 255
/** Claims with rules of their own, or that no two tokens share. */
const OTHER_CLAIMS = ['iss', 'aud', 'sub', 'exp', 'nbf', 'iat', 'jti']

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
  /** Required values or members of other claims, by their names; at most 8. Default: none. */
  readonly claims?: Readonly<Record<string, string>> | undefined
}

/** RS256, PS256, ES256, ES384 or Ed25519 (also named EdDSA) with a key that the issuer publishes. */
export interface KeySetRuleBlock {
  /** The https address of the issuer's key set; http only for localhost. */
  readonly jwks: string
  /** Required value of the claim `iss`, exactly. */
  readonly issuer: string
  /** Required value or member of the claim `aud`. Only a rule with `claims` can leave it out. */
  readonly audience?: string | undefined
  /**
   * Required values or members of other claims, by their names; at most 8. For tokens without `aud`, such as
   * access tokens of Cognito: `{ client_id: '…' }`.
   */
  readonly claims?: Readonly<Record<string, string>> | undefined
}

/** How tokens of a host's own server are proven. */
export type AuthRule = SecretRule | KeySetRule

/** Claims that a token must have. */
interface RequiredClaims {
  /** Required value or member of `aud`; undefined: any, or none. */
  readonly audience?: string | undefined
  /** Required values or members of other claims. */
  readonly claims?: Readonly<Record<string, string>> | undefined
}

/** HS256 with a shared secret of at least 32 bytes. */
export interface SecretRule extends RequiredClaims {
  readonly type: 'secret'
  readonly secret: string
  /** Required value of `iss`; undefined: any, or none. */
  readonly issuer?: string | undefined
}

/** A key of the issuer's published set, found by the token's `kid`; an audience, other claims, or both. */
export interface KeySetRule extends RequiredClaims {
  readonly type: 'jwks'
  readonly url: string
  readonly issuer: string
}

const issuer = v.pipe(
  filledText(CLAIM_MAX_CHARACTERS),
  v.check((name) => name !== OWN_ISSUER, `"${OWN_ISSUER}" is the name of this server itself`),
)
const audience = filledText(CLAIM_MAX_CHARACTERS)
const claims = v.pipe(
  blocksByName(
    filledText(CLAIM_MAX_CHARACTERS),
    (name) => name !== '' && !OTHER_CLAIMS.includes(name),
    `a claim other than ${OTHER_CLAIMS.join(', ')}`,
  ),
  v.check(
    (named) => Object.keys(named).length <= RULE_CLAIMS_MAX,
    `expected at most ${RULE_CLAIMS_MAX} claims`,
  ),
)

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
  missing: 'is missing; a rule needs secret, or jwks with issuer and audience or claims',
}
const secretRule = v.pipe(
  block(
    {
      secret,
      issuer: v.optional(issuer),
      audience: v.optional(audience),
      claims: v.optional(claims),
    } satisfies Fields<SecretRuleBlock>,
    ruleTexts,
  ),
  v.transform((rule): SecretRule => ({
    type: 'secret',
    secret: rule.secret,
    issuer: rule.issuer,
    audience: rule.audience,
    claims: rule.claims,
  })),
)
const keySetRule = v.pipe(
  block(
    {
      jwks: secureUrl,
      issuer,
      audience: v.optional(audience),
      claims: v.optional(claims),
    } satisfies Fields<KeySetRuleBlock>,
    ruleTexts,
  ),
  v.check(
    ({ audience, claims = {} }) => audience !== undefined || Object.keys(claims).length > 0,
    'expected audience, or claims that tokens of your page have, for example client_id; the issuer signs tokens for others too',
  ),
  v.transform(({ jwks, ...rest }): KeySetRule => ({ type: 'jwks', url: jwks, ...rest })),
)
const authRule = v.lazy((rule) => (isPlainObject(rule) && 'jwks' in rule ? keySetRule : secretRule))

/** A rule, or a list of them. */
export const authRules = v.pipe(
  v.lazy((rules) => (Array.isArray(rules) ? listOf(authRule, AUTH_RULES_MAX) : authRule)),
  v.transform((rules): readonly AuthRule[] => [rules].flat()),
)
