import * as v from 'valibot'
import { isPlainObject } from '../../shared/json.ts'
import type { LookOptions } from '../../shared/look/look-options.ts'
import { createLookPalettes } from '../../shared/look/palette.ts'
import { readLook } from '../../shared/look/read-look.ts'
import {
  LIMIT_NAMES,
  LIMITS_LISTED,
  type AmountName,
  type BudgetName,
  type RateName,
} from '../limits/limit-table.ts'
import { DEFAULT_ASSISTANT } from '../models/model.ts'
import { assistants, type AssistantBlock } from './assistant-schema.ts'
import { authRules, type AuthRuleBlock } from './auth-rule-schema.ts'
import { block, filledText, flag, listOf, secureUrl, text, type Fields } from './config-fields.ts'
import { visitorRules, type VisitorRulesBlock } from './visitor-rules-schema.ts'

/** The launcher as a project wants it; a page's own attributes go before it. */
export interface LauncherBlock {
  /** Its name, at most 60 characters. Default `Open chat`. */
  readonly label?: string | undefined
  /** Its picture: the `d` of a path on a grid of 24 by 24, drawn as a line. Default: three lines. */
  readonly icon?: string | undefined
  /** Its corner. Default `bottom-end`. */
  readonly position?: 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start' | undefined
}

/** How a project's chat looks and what it says: the options of a page, but its scheme, which each page has. */
export interface LookBlock extends LookOptions {
  /** Written into `/p/<project>/alcove.js`. */
  readonly launcher?: LauncherBlock
}

const launcher = block({
  label: v.optional(filledText(60)),
  icon: v.optional(
    v.pipe(
      v.string('expected a text'),
      v.regex(
        /^M[\d\s.,a-z-]{1,2000}$/i,
        'expected the path of a line, such as M4 7h16M4 12h16, of at most 2,000 characters',
      ),
    ),
  ),
  position: v.optional(
    v.picklist(
      ['bottom-end', 'bottom-start', 'top-end', 'top-start'],
      'expected bottom-end, bottom-start, top-end or top-start',
    ),
  ),
})

/** Read by the rules of the frame, and the first thing that is wrong is told before the server starts. */
export const look = v.pipe(
  v.custom<LookBlock>(isPlainObject, 'expected an object'),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? findProblem(dataset.value) : undefined
    if (problem !== undefined) addIssue({ message: problem })
  }),
)

function findProblem({ launcher: ofLauncher, ...rest }: LookBlock): string | undefined {
  const read = readLook(rest)
  const [problem] = [...read.problems, ...createLookPalettes(read.look).problems]
  if (problem !== undefined || ofLauncher === undefined) return problem
  const parsed = v.safeParse(launcher, ofLauncher)
  return parsed.success ? undefined : `launcher: ${parsed.issues[0].message}`
}

export const FILE_TYPES_MAX = 64
export const VERIFICATION_HOSTS_MAX = 16

/**
 * - `server`: for calls with a server's API key;
 * - `users`: for them, and for users whom the host's own server named;
 * - `everybody`: for visitors too.
 */
export const PDF_URLS = ['server', 'users', 'everybody'] as const
export type PdfUrls = (typeof PDF_URLS)[number]

// A new setting is a key here with its words, a line below, and its use.
/** A project as the operator writes it, in `projects` of `alcove.config.ts`. */
export interface ProjectBlock {
  /**
   * Origins of the pages that may embed the chat: `https://shop.example`, or
   * `https://*.shop.example` for every name below it. At most 32. Default: none;
   * `ALCOVE_ALLOWED_ORIGINS` and this machine's own addresses are added to project `default` only.
   */
  readonly hosts?: readonly string[] | undefined
  /**
   * Origins of pages that call the API themselves, with a published client for example. The chat's
   * own frame needs no entry. At most 32. Default: none.
   */
  readonly apiOrigins?: readonly string[] | undefined
  /** Whether visitors without a name are let in. Default: true. */
  readonly anonymous?: boolean | undefined
  /** Checks of a new visitor without a name. Default: none. */
  readonly visitors?: VisitorRulesBlock | undefined
  /**
   * Whose tokens name a user: one rule, or a list of at most 16. All rules of a project name users
   * of one world: `ada` of one issuer is `ada` of another. Default: none;
   * `ALCOVE_HOST_SECRET` adds one to project `default` only.
   */
  readonly auth?: AuthRuleBlock | readonly AuthRuleBlock[] | undefined
  /** By id; `default` answers the chat. Default: one that `ALCOVE_MODEL` names. */
  readonly assistants?: Readonly<Record<string, AssistantBlock>> | undefined
  /** Numbers in place of those of `ALCOVE_LIMITS`, by the same names. */
  readonly limits?:
    | Readonly<Partial<Record<RateName | AmountName | BudgetName, number>>>
    | undefined
  /** An https address of your own that answers the chat in place of this server. Default: none. */
  readonly chatEndpoint?: string | undefined
  /**
   * The id of one of `assistants` that answers the chat by `POST /runs/stream`, as any server of the
   * contract does: the frame then keeps the messages itself, and no tool can ask for approval.
   * Not together with `chatEndpoint`. Default: none; the chat call and the assistant `default` answer.
   */
  readonly assistant?: string | undefined
  /** Refuses whatever would change something. Default: false. */
  readonly readOnly?: boolean | undefined
  /**
   * Whether the page around the chat may read what is said, where its script asks for it (`events.content`):
   * in conversations that are begun from then on, and each says so to its person. Default: false; then no
   * word of a conversation reaches the page, but what its own tools are called with.
   */
  readonly hostReads?: boolean | undefined
  /**
   * Media types of files that are taken, `image/*` for a group. A file counts by its bytes, else by its declared type or
   * the ending of its name. At most 64. Default: any.
   */
  readonly fileTypes?: readonly string[] | undefined
  /**
   * For whom this server fetches a PDF from a public address, to make pictures of its pages: with
   * `server` for calls with a server's API key, with `users` for users whom your own server names too,
   * with `everybody` for visitors as well. Files that are sent need no entry. Default: `server`.
   */
  readonly pdfUrls?: PdfUrls | undefined
  /**
   * Saves the turns of clients that do not save them by calls of their own; with clients that do,
   * every message would be there twice. Default: false.
   */
  readonly savesForeignChats?: boolean | undefined
  /**
   * How the chat looks and what it says: colours, name, greeting, prompts and so on. What a page says
   * itself goes before it. Default: Alcove's own.
   */
  readonly look?: LookBlock | undefined
  /** Where people go when a tool needs an authorization of theirs (`createInterrupt`). */
  readonly authorization?: AuthorizationBlock | undefined
}

export interface AuthorizationBlock {
  /**
   * Opened in a window of its own, with `connection`, `scopes` and further parameters of the interrupt
   * in its query: an https address of yours that asks for consent. Default: none is offered.
   */
  readonly connectUrl?: string | undefined
  /**
   * Names of hosts whose address is offered as a link when a code has to be typed in there. At most 16.
   * Default: none; the person sees the address as text.
   */
  readonly verificationHosts?: readonly string[] | undefined
}

const origins = v.pipe(
  v.custom<readonly unknown[]>(Array.isArray, 'expected a list of origins'),
  v.array(text),
)
/** A limit's own rules stand beside its table. */
const limits = block(
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, v.optional(v.unknown())])),
  { expected: LIMITS_LISTED },
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
    [],
  ),
} satisfies Fields<AuthorizationBlock>)

const projectFields = block({
  hosts: v.optional(origins, []),
  apiOrigins: v.optional(origins, []),
  anonymous: v.optional(flag, true),
  visitors: v.optional(visitorRules, {}),
  auth: v.optional(authRules, []),
  assistants: v.optional(assistants, {}),
  limits: v.optional(limits, {}),
  chatEndpoint: v.optional(secureUrl),
  assistant: v.optional(text),
  readOnly: v.optional(flag, false),
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
  pdfUrls: v.optional(v.picklist(PDF_URLS, `expected ${PDF_URLS.join(', ')}`), 'server'),
  savesForeignChats: v.optional(flag, false),
  look: v.optional(look),
  hostReads: v.optional(flag),
  authorization: v.optional(authorization, {}),
} satisfies Fields<ProjectBlock>)

export const projectBlock = v.pipe(
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
const namesOf = ({ assistants: named }: v.InferOutput<typeof projectFields>) => [
  ...new Set([DEFAULT_ASSISTANT, ...named.keys()]),
]

/** A block, checked and with its defaults. */
export type ParsedBlock = Readonly<v.InferOutput<typeof projectBlock>>
