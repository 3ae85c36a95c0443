import type { AmountName, BudgetName, RateName } from '../limits/limit-table.ts'
import type { DeclaredTool } from '../models/backend-tool.ts'
import type { PdfUrls } from './project.ts'

/** What the operator decides about each project, read once at start. */
export interface AlcoveConfig {
  /**
   * By project id. A project also needs a row in the store (`npm run alcove -- project create`);
   * only `default` has one from the start.
   */
  readonly projects: Readonly<Record<string, ProjectBlock>>
}

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
  /** Media types of files that are taken, `image/*` for a group. At most 64. Default: any. */
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

export interface AssistantBlock {
  /**
   * `openai/<model>`, `anthropic/<model>`, `openai-compatible/<model>`, or `demo`; keys and addresses
   * stay in the environment. Default: what `ALCOVE_MODEL` says.
   */
  readonly model?: string | undefined
  /**
   * What every conversation tells the model first, at most 8,192 bytes. Default: nothing; for the
   * assistant `default` of project `default` what `ALCOVE_SYSTEM` says.
   */
  readonly system?: string | undefined
  /** What it may call on this server, at most 32. Default: none. */
  readonly tools?: readonly DeclaredTool[] | undefined
  /** Model calls of one answer, 1 to 50: each tool call asks for another. Default: 10. */
  readonly maxSteps?: number | undefined
  /** Longest answer of one model call. Default: the provider's own. */
  readonly maxOutputTokens?: number | undefined
  /**
   * Whether a `system` text of the caller reaches the model, marked as the page's. A call proves no
   * page: any visitor who holds a token can then write to the model in the page's name. Default: false.
   */
  readonly takesClientSystem?: boolean | undefined
}
