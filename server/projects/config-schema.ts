import * as v from 'valibot'
import { isPlainObject } from '../../shared/json.ts'
import { LIMIT_NAMES, LIMITS_LISTED } from '../limits/limit-table.ts'
import { DEFAULT_ASSISTANT } from '../models/model.ts'
import {
  block,
  blocksByName,
  filledText,
  flag,
  listOf,
  secureUrl,
  text,
  wholeNumber,
} from './config-fields.ts'
import { isProjectId, OWN_ISSUER, PDF_URLS, PROJECT_ID_EXPECTED } from './project.ts'
import { NAME_EXPECTED, NAME_PATTERN, tool } from './tool-schema.ts'

/** What proves a user must be longer than anybody can guess. */
export const HOST_SECRET_MIN_BYTES = 32
/** Longest system text of an operator, in bytes. */
export const SYSTEM_MAX_BYTES = 8_192
export const AUTH_RULES_MAX = 16
export const BACKEND_TOOLS_MAX = 32
export const MAX_STEPS_MOST = 50
export const OUTPUT_TOKENS_MOST = 1_000_000
export const FILE_TYPES_MAX = 64
export const VERIFICATION_HOSTS_MAX = 16
const CLAIM_MAX_CHARACTERS = 255

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
const secretRule = block(
  { secret, issuer: v.optional(issuer), audience: v.optional(audience) },
  ruleTexts,
)
const keySetRule = block({ jwks: secureUrl, issuer, audience }, ruleTexts)
const authRule = v.lazy((rule) => (isPlainObject(rule) && 'jwks' in rule ? keySetRule : secretRule))
const auth = v.lazy((rules) => (Array.isArray(rules) ? listOf(authRule, AUTH_RULES_MAX) : authRule))

const assistant = block({
  model: v.optional(
    v.pipe(
      text,
      v.regex(
        /^((openai|anthropic|openai-compatible)\/\S+|demo)$/,
        'expected openai/<model>, anthropic/<model>, openai-compatible/<model> or demo',
      ),
    ),
  ),
  system: v.optional(
    v.pipe(text, v.maxBytes(SYSTEM_MAX_BYTES, `expected at most ${SYSTEM_MAX_BYTES} bytes`)),
  ),
  tools: v.optional(
    v.pipe(
      listOf(tool, BACKEND_TOOLS_MAX),
      v.check(
        (tools) => new Set(tools.map(({ name }) => name)).size === tools.length,
        'expected tools with different names',
      ),
    ),
  ),
  maxSteps: v.optional(wholeNumber(1, MAX_STEPS_MOST)),
  maxOutputTokens: v.optional(wholeNumber(1, OUTPUT_TOKENS_MOST)),
  takesClientSystem: v.optional(flag),
})

const origins = v.pipe(
  v.custom<readonly unknown[]>(Array.isArray, 'expected a list of origins'),
  v.array(text),
)
/** A limit's own rules stand beside its table. */
const limits = block(
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, v.optional(v.unknown())])),
  { expected: LIMITS_LISTED },
)

/** Without one the chat would be answered by an assistant that the block does not describe. */
const assistants = v.pipe(
  blocksByName(assistant, (name) => NAME_PATTERN.test(name), NAME_EXPECTED),
  v.check(
    (named) => Object.keys(named).length === 0 || Object.hasOwn(named, DEFAULT_ASSISTANT),
    `none of them answers the chat; name one "${DEFAULT_ASSISTANT}"`,
  ),
)

const authorization = block({
  connectUrl: v.optional(secureUrl),
  verificationHosts: v.optional(
    listOf(
      v.pipe(
        text,
        v.toLowerCase(),
        v.regex(
          /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
          'expected the name of a host, such as login.example.com',
        ),
      ),
      VERIFICATION_HOSTS_MAX,
    ),
  ),
})

const projectFields = block({
  hosts: v.optional(origins),
  apiOrigins: v.optional(origins),
  anonymous: v.optional(flag),
  auth: v.optional(auth),
  assistants: v.optional(assistants),
  limits: v.optional(limits),
  chatEndpoint: v.optional(secureUrl),
  assistant: v.optional(text),
  readOnly: v.optional(flag),
  fileTypes: v.optional(
    listOf(
      v.pipe(
        text,
        v.regex(
          /^[a-z]+\/(\*|[a-z0-9][a-z0-9.+-]{0,126})$/i,
          'expected a media type, such as application/pdf or image/*',
        ),
        v.toLowerCase(),
      ),
      FILE_TYPES_MAX,
    ),
  ),
  pdfUrls: v.optional(v.picklist(PDF_URLS, `expected ${PDF_URLS.join(', ')}`)),
  savesForeignChats: v.optional(flag),
  authorization: v.optional(authorization),
})

const projectBlock = v.pipe(
  projectFields,
  v.check(
    ({ chatEndpoint, assistant: id }) => chatEndpoint === undefined || id === undefined,
    'chatEndpoint and assistant each say where answers come from; keep one of them',
  ),
  v.forward(
    v.check(
      (fields) => fields.assistant === undefined || namesOf(fields).includes(fields.assistant),
      ({ input }) =>
        `there is no assistant ${JSON.stringify(input.assistant)}; expected ${namesOf(input).join(', ')}`,
    ),
    ['assistant'],
  ),
)

/** `default` is there without a block of its own. */
const namesOf = ({ assistants: named = {} }: v.InferOutput<typeof projectFields>) => [
  ...new Set([DEFAULT_ASSISTANT, ...Object.keys(named)]),
]

export const configSchema = block({
  projects: blocksByName(projectBlock, isProjectId, PROJECT_ID_EXPECTED),
})

export type ParsedBlock = v.InferOutput<typeof projectBlock>
export type ParsedAssistant = v.InferOutput<typeof assistant>
export type ParsedRule = v.InferOutput<typeof secretRule> | v.InferOutput<typeof keySetRule>
