import * as v from 'valibot'
import { block, type Fields } from './config-fields.ts'

/** A new visitor without a name, before there is one. */
export interface VisitorQuestion {
  readonly projectId: string
  /** An IPv4 address, or an IPv6 network of 64 bits; behind proxies as `ALCOVE_TRUSTED_PROXIES` says. */
  readonly address: string
  /** As the caller wrote it: anybody can write anything. At most 512 characters. */
  readonly userAgent: string | undefined
  /** The page's `visitorProof`, such as the token of a captcha. Undefined: it gave none. */
  readonly given: string | undefined
  /** Aborts after 3 seconds: the answer comes too late then. */
  readonly signal: AbortSignal
}

/** `true` lets the visitor in, `false` refuses, a text refuses and says why to the person. */
export type AllowVisitor = (
  question: VisitorQuestion,
) => boolean | string | Promise<boolean | string>

export interface VisitorRulesBlock {
  /**
   * `always`: a new visitor's browser solves a small puzzle first, which the chat does by itself. Clients
   * that do not know it are refused. `project work` changes it while the servers run. Default: `off`.
   */
  readonly proofOfWork?: 'off' | 'always' | undefined
  /**
   * Asked before each new visitor is made, after all limits. When it throws, takes longer than 3
   * seconds, or answers something else, the visitor is refused and told to try again. Default: all
   * are let in.
   */
  readonly allow?: AllowVisitor | undefined
}

export const visitorRules = block({
  proofOfWork: v.optional(v.picklist(['off', 'always'], 'expected off or always'), 'off'),
  allow: v.optional(
    v.custom<AllowVisitor>((value) => typeof value === 'function', 'expected a function'),
  ),
} satisfies Fields<VisitorRulesBlock>)
