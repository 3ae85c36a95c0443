import type { JsonObject } from '../../shared/json.ts'
import type { BackendTool } from './backend-tool.ts'

/** A check of the operator's that takes longer means yes. */
export const APPROVAL_CHECK_TIMEOUT_MS = 10_000

export interface ApprovalSetup {
  readonly onFailure: (toolName: string, error: unknown) => void
  /** Default {@link APPROVAL_CHECK_TIMEOUT_MS}. */
  readonly timeoutMs?: number
}

/** Whether a person has to allow this call first. In doubt, yes. */
export async function needsApproval(
  { name, needsApproval: check = false }: Pick<BackendTool, 'name' | 'needsApproval'>,
  args: JsonObject,
  { onFailure, timeoutMs = APPROVAL_CHECK_TIMEOUT_MS }: ApprovalSetup,
): Promise<boolean> {
  if (typeof check === 'boolean') return check
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<true>((resolve) => (timer = setTimeout(resolve, timeoutMs, true)))
  try {
    // Whatever else a check without types gives back is no clear no.
    const answer: unknown = await Promise.race([check(args), isLate])
    return answer !== false
  } catch (error) {
    onFailure(name, error)
    return true
  } finally {
    clearTimeout(timer)
  }
}
