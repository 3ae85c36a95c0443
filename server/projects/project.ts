import type { LimitTable } from '../limits/limit-table.ts'
import type { DeclaredTool } from '../models/backend-tool.ts'

/** Exists from the start; its base is the service's own origin, or `/p/default`. */
export const DEFAULT_PROJECT = 'default'

/** A project's id stands in addresses, in storage keys and in `data-app`. */
const PROJECT_ID_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
export const PROJECT_ID_EXPECTED =
  '1 to 63 lower-case letters, digits and hyphens, with a letter or a digit at both ends'

export const isProjectId = (text: string): boolean => PROJECT_ID_PATTERN.test(text)

/** The issuer of this service's own tokens: no rule of a project may name it. */
export const OWN_ISSUER = 'alcove'

/** How tokens of a host's own server are proved. */
export type AuthRule = SecretRule | KeySetRule

/** HS256 with a shared secret of at least 32 bytes. */
export interface SecretRule {
  readonly type: 'secret'
  readonly secret: string
  /** What `iss` must be; undefined: anything, or nothing. */
  readonly issuer?: string
  /** What `aud` must be or contain; undefined: anything, or nothing. */
  readonly audience?: string
}

/** RS256, ES256 or EdDSA with a key of the issuer's published set, found by the token's `kid`. */
export interface KeySetRule {
  readonly type: 'jwks'
  readonly url: string
  readonly issuer: string
  readonly audience: string
}

/** Who answers: the model with its instructions and tools. */
export interface AssistantConfig {
  readonly id: string
  /** As in `ALCOVE_MODEL`, which it is by default; undefined: the built-in demo model. */
  readonly model: string | undefined
  readonly system: string | undefined
  readonly tools: readonly DeclaredTool[]
  /** Model calls of one answer. */
  readonly maxSteps: number
  /** Undefined: the provider's own. */
  readonly maxOutputTokens: number | undefined
  /** Whether a `system` text of the browser reaches the model, marked as the page's. */
  readonly takesClientSystem: boolean
}

/**
 * - `server`: for calls with a server's API key;
 * - `users`: for them, and for users whom the host's own server named;
 * - `everybody`: for visitors too.
 */
export const PDF_URLS = ['server', 'users', 'everybody'] as const
export type PdfUrls = (typeof PDF_URLS)[number]

/** A tenant: what its row in the store and its block of `alcove.config.ts` say together. */
export interface Project {
  readonly id: string
  /** Host pages that may embed the frame, as sources of `frame-ancestors`. Empty: none. */
  readonly hosts: readonly string[]
  /** Pages elsewhere that may call the API, besides the frame. */
  readonly apiOrigins: readonly string[]
  /** Whether visitors without a name are let in. */
  readonly allowsAnonymous: boolean
  readonly authRules: readonly AuthRule[]
  /** By id; `default` is always there. */
  readonly assistants: ReadonlyMap<string, AssistantConfig>
  readonly limits: LimitTable
  /** A chat endpoint of the operator's own that the frame uses in place of ours: an https address. */
  readonly chatEndpoint: string | undefined
  /** One of `assistants` that the frame asks by `POST /runs/stream` in place of the chat call. */
  readonly assistant: string | undefined
  readonly isReadOnly: boolean
  /** Media types of files that are taken, `image/*` for a group; undefined: any. */
  readonly fileTypes: readonly string[] | undefined
  /** For whom a PDF is fetched from a public address. */
  readonly pdfUrls: PdfUrls
  /** Saves the turns of clients that announce nothing; they must then not save themselves. */
  readonly savesForeignChats: boolean
  readonly authorization: AuthorizationConfig
}

/** Where people allow what a tool asks for. Never from a tool's own words. */
export interface AuthorizationConfig {
  /** The address that asks for consent; undefined: none is offered. */
  readonly connectUrl: string | undefined
  /** Hosts whose pages may be offered for typing in a device's code. */
  readonly verificationHosts: readonly string[]
}

/** A block of `alcove.config.ts`, checked and with its defaults; it need not name an assistant. */
export type ProjectConfig = Omit<Project, 'id'>

/** By project id. */
export type ProjectConfigs = ReadonlyMap<string, ProjectConfig>

export interface Projects {
  /** Undefined when there is no such project, or the operator switched it off. */
  find(id: string): Promise<Project | undefined>
  /**
   * What stands for a project that {@link find} does not give, while nobody has proved to be one of its
   * callers: what its block says, as if it had a row.
   */
  standIn(id: string): Project
  /** Limits of a project whose block is known; the defaults for any other. */
  limitsOf(id: string): LimitTable
}
