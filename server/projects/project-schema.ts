import * as v from 'valibot'
import { filledText, listOf, text, wholeNumber } from '../../shared/api/option-fields.ts'
import { storedSettings, type StoredSettings } from '../../shared/desk/settings.ts'
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
import { cases, type CasesBlock } from './cases-schema.ts'
import { authorization, type AuthorizationBlock } from './authorization-schema.ts'
import { block, flag, secureUrl, type Fields } from './config-fields.ts'
import { knowledge, type KnowledgeBlock } from './knowledge-schema.ts'
import { knowledgeAnswers, type KnowledgeAnswersBlock } from './knowledge-answers-schema.ts'
import { embeddings, type EmbeddingsBlock } from './embedding-schema.ts'
import { look, type LookBlock } from './look-schema.ts'
import { RETENTION_DAYS_MAX, retention, type RetentionBlock } from './retention-schema.ts'
import { visitorRules, type VisitorRulesBlock } from './visitor-rules-schema.ts'
import { writtenAnswers, type WrittenAnswerBlock } from './written-answers-schema.ts'

export const FILE_TYPES_MAX = 64
/** Models that the desk may choose. */
export const MODELS_MAX = 64
const MODEL_NAME_MAX_CHARACTERS = 200
const PROMPT_DAYS = 30

/**
 * Callers for whom a PDF's address is fetched:
 * - `server`: calls with a server's API key;
 * - `users`: these, and users whom the host's own server named;
 * - `everybody`: visitors too.
 */
export const PDF_URLS = ['server', 'users', 'everybody'] as const
export type PdfUrls = (typeof PDF_URLS)[number]

// A new setting is a key here with its doc comment, a line below, and its use.
/** A project as the operator writes it, in `projects` of `alcove.config.ts`. */
export interface ProjectBlock {
  /**
   * Origins of the pages that may embed the chat: `https://shop.example`, or
   * `https://*.shop.example` for every name below it. At most 32. Default: none;
   * `ALCOVE_ALLOWED_ORIGINS` and this machine's own addresses are added to project `default` only.
   */
  readonly hosts?: readonly string[] | undefined
  /**
   * Origins of pages that call the API themselves, for example with a published client. The chat's own frame
   * needs no entry. At most 32. Default: none.
   */
  readonly apiOrigins?: readonly string[] | undefined
  /** True if visitors without a name are admitted. Default: true. */
  readonly anonymous?: boolean | undefined
  /** Checks of a new visitor without a name. Default: none. */
  readonly visitors?: VisitorRulesBlock | undefined
  /**
   * Rules for tokens that name a user: one, or a list of at most 16. All rules of a project share one set of
   * users: `ada` of one issuer is `ada` of another. Default: none; `ALCOVE_HOST_SECRET` adds one to project
   * `default` only.
   */
  readonly auth?: AuthRuleBlock | readonly AuthRuleBlock[] | undefined
  /** By id; `default` answers the chat. Default: one with the model of `ALCOVE_MODEL`. */
  readonly assistants?: Readonly<Record<string, AssistantBlock>> | undefined
  /**
   * Names of models that the desk may choose for the assistants, besides those that the environment and this
   * block name. At most 64. Default: none.
   */
  readonly models?: readonly string[] | undefined
  /** Limits that replace those of `ALCOVE_LIMITS`, by the same names. */
  readonly limits?:
    | Readonly<Partial<Record<RateName | AmountName | BudgetName, number>>>
    | undefined
  /** An https address of yours that answers the chat instead of this server. Default: none. */
  readonly chatEndpoint?: string | undefined
  /**
   * The id of one of `assistants` that answers the chat by `POST /runs/stream`, as any server of the contract
   * does: the frame then stores the messages itself, and no tool can ask for approval. Not together with
   * `chatEndpoint`. Default: none; the chat call and the assistant `default` answer.
   */
  readonly assistant?: string | undefined
  /** Refuses every call that changes data. Default: false. */
  readonly readOnly?: boolean | undefined
  /**
   * True if the page around the chat may read conversations when its script asks for it (`events.content`):
   * those that start from then on, and each tells its person. Default: false; then no text of a conversation
   * reaches the page, except the arguments of its own tools.
   */
  readonly hostReads?: boolean | undefined
  /**
   * Accepted media types of files, `image/*` for a group. A file is judged by its bytes, else by its declared
   * type or the ending of its name. At most 64. Default: any.
   */
  readonly fileTypes?: readonly string[] | undefined
  /**
   * Callers for whom this server fetches a PDF from a public address, to make images of its pages: with
   * `server` calls with a server's API key, with `users` also users whom your own server names, with
   * `everybody` also visitors. Uploaded files need no entry. Default: `server`.
   */
  readonly pdfUrls?: PdfUrls | undefined
  /**
   * Saves the turns of clients that do not save them by calls of their own. With clients that do, every
   * message would be stored twice. Default: false.
   */
  readonly savesForeignChats?: boolean | undefined
  /**
   * Look and texts of the chat: colours, name, greeting, prompts and so on. Options of a page take
   * precedence. Default: Alcove's own.
   */
  readonly look?: LookBlock | undefined
  /**
   * True if up to three questions that the person may ask next are offered below each answer. The title model
   * is called once for each answer, within the budgets; not after failures. Default: false.
   */
  readonly suggestions?: boolean | undefined
  /**
   * Pages and files that the project's assistants answer from. They are read when the server starts, and again
   * at times; a source goes when its line goes. Commands can add others. At most 50. Default: none.
   */
  readonly knowledge?: readonly KnowledgeBlock[] | undefined
  /** How assistants answer from the project's knowledge. Default: as its keys say. */
  readonly knowledgeAnswers?: KnowledgeAnswersBlock | undefined
  /** Answers in the owner's own words, found before all pages. At most 500. Default: none. */
  readonly writtenAnswers?: readonly WrittenAnswerBlock[] | undefined
  /** How publishing depends on the project's cases. Default: as its keys say. */
  readonly cases?: CasesBlock | undefined
  /**
   * Model by which questions find pages of `knowledge` in other words than the page's. Default:
   * `ALCOVE_EMBEDDING_MODEL`; without one, pages are found by their words alone.
   */
  readonly embeddings?: EmbeddingsBlock | undefined
  /** How long conversations are kept. Default: those of named users for ever. */
  readonly retention?: RetentionBlock | undefined
  /**
   * True if the prompt of each answer is kept as the model got it, so that the desk can show why an answer is as
   * it is. Prompts take room beside the messages, which no user's quota counts. Default: true.
   */
  readonly keepPrompts?: boolean | undefined
  /** Days for which prompts are kept. Default: 30. */
  readonly promptDays?: number | undefined
  /**
   * Settings that are published as the project's first version if it has none yet: the keys of a project, as far as
   * they are values, with `tools` of an assistant as an object by name. They follow the file until owners change
   * them in the desk. Default: none.
   */
  readonly firstVersion?: StoredSettings | undefined
  /** Where people go when a tool needs an authorization of theirs (`createInterrupt`). */
  readonly authorization?: AuthorizationBlock | undefined
}

const origins = v.pipe(
  v.custom<readonly unknown[]>(Array.isArray, 'expected a list of origins'),
  v.array(text),
)
/** Values of limits are validated beside their table. */
const limits = block(
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, v.optional(v.unknown())])),
  { expected: LIMITS_LISTED },
)

const projectFields = block({
  hosts: v.optional(origins, []),
  apiOrigins: v.optional(origins, []),
  anonymous: v.optional(flag, true),
  visitors: v.optional(visitorRules, {}),
  auth: v.optional(authRules, []),
  assistants: v.optional(assistants, {}),
  models: v.optional(listOf(filledText(MODEL_NAME_MAX_CHARACTERS), MODELS_MAX), []),
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
  suggestions: v.optional(flag, false),
  knowledge: v.optional(knowledge, []),
  knowledgeAnswers: v.optional(knowledgeAnswers, {}),
  writtenAnswers: v.optional(writtenAnswers, []),
  cases: v.optional(cases, {}),
  embeddings: v.optional(embeddings),
  retention: v.optional(retention, {}),
  keepPrompts: v.optional(flag, true),
  promptDays: v.optional(wholeNumber(1, RETENTION_DAYS_MAX), PROMPT_DAYS),
  firstVersion: v.optional(storedSettings),
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

/** `default` exists even without a block. */
const namesOf = ({ assistants: named }: v.InferOutput<typeof projectFields>) => [
  ...new Set([DEFAULT_ASSISTANT, ...named.keys()]),
]

/** A block, validated and with its defaults. */
export type ParsedBlock = Readonly<v.InferOutput<typeof projectBlock>>
