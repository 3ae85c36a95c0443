import type { ErrorCode } from './errors.ts'

/** Refusals that the operator will lift; visitors keep their tokens, their conversations and their drafts. */
export const OPERATOR_REFUSALS: readonly string[] = [
  'address_blocked',
  'named_only',
] satisfies ErrorCode[]
