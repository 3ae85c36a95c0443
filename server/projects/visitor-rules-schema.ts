import * as v from 'valibot'
import { block, type Fields } from './config-fields.ts'

/** A question about a visitor who is about to be created. */
export interface VisitorQuestion {
  readonly projectId: string
  /** An IPv4 address, or an IPv6 network of 64 bits; behind proxies as `ALCOVE_TRUSTED_PROXIES` says. */
  readonly address: string
  /** As the caller wrote it, so it may be forged. At most 512 characters. */
  readonly userAgent: string | undefined
  /** The page's `visitorProof`, such as the token of a captcha. Undefined: the page gave none. */
  readonly given: string | undefined
  /** Aborts after 3 seconds; a later answer is ignored. */
  readonly signal: AbortSignal
}

/** `true` admits the visitor, `false` refuses, a text refuses and gives the person the reason. */
export type AllowVisitor = (
  question: VisitorQuestion,
) => boolean | string | Promise<boolean | string>

export interface VisitorRulesBlock {
  /**
   * `always`: a new visitor's browser first solves a small puzzle, which the chat does by itself. Clients
   * without support for it are refused. `project work` changes it while the servers run. Default: `off`.
   */
  readonly proofOfWork?: 'off' | 'always' | undefined
  /**
   * Called before each new visitor is created, after all limits. If it throws, takes longer than 3 seconds,
   * or returns another value, the visitor is refused and told to try again. Default: all are admitted.
   */
  readonly allow?: AllowVisitor | undefined
}

export const visitorRules = block({
  proofOfWork: v.optional(v.picklist(['off', 'always'], 'expected off or always'), 'off'),
  allow: v.optional(
    v.custom<AllowVisitor>((value) => typeof value === 'function', 'expected a function'),
  ),
} satisfies Fields<VisitorRulesBlock>)
