import * as v from 'valibot'
import { listOf, text } from '../../shared/api/option-fields.ts'
import { block, secureUrl, type Fields } from './config-fields.ts'

export const VERIFICATION_HOSTS_MAX = 16

/** Consent that people give elsewhere. */
export interface AuthorizationBlock {
  /**
   * An https address of yours that asks for consent, opened in a new window with `connection`, `scopes` and
   * further parameters of the interrupt in its query. Default: none is offered.
   */
  readonly connectUrl?: string | undefined
  /**
   * Names of hosts whose address is offered as a link if a code has to be typed there. At most 16. Default:
   * none; the person sees the address as text.
   */
  readonly verificationHosts?: readonly string[] | undefined
}

export const authorization = block({
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
