import type * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import type { mintBodySchema } from '../../shared/api/tokens.ts'
import type { ApiParts, RouteContext } from './route.ts'

type MintBody = v.InferOutput<typeof mintBodySchema>

/**
 * Requires the solution of a puzzle if the project asks for proof of work from new visitors.
 *
 * @throws AlcoveError `proof_required` (`data.challenge`).
 */
export async function requireProof(
  c: RouteContext,
  { proof }: MintBody,
  { proofs }: Pick<ApiParts, 'proofs'>,
): Promise<void> {
  const { project, address } = c.var
  if (project.workBits === 0) return
  const subject = { projectId: project.id, address }
  if (proof && (await proofs.redeem(subject, project.workBits, proof))) return
  throw new AlcoveError(
    'proof_required',
    'For the moment a new visitor has to solve a puzzle first, which only the chat itself does.',
    {
      hint: 'Send the solution with the call, as the description of the API says.',
      data: { challenge: proofs.challenge(subject, project.workBits), bits: project.workBits },
    },
  )
}

/**
 * Asks the project's own check whether the visitor is admitted.
 *
 * @throws AlcoveError as {@link ApiParts.checkVisitor} does.
 */
export function askProject(
  c: RouteContext,
  { given }: MintBody,
  { checkVisitor }: Pick<ApiParts, 'checkVisitor'>,
): Promise<void> {
  const { project, address } = c.var
  return checkVisitor(project, { address, userAgent: c.req.header('User-Agent'), given })
}
