import { AlcoveError } from '../../shared/errors.ts'
import { isRefusal } from '../routes/handle-error.ts'
import type { DeskActOutcome, NewDeskAct, Store } from '../store/store.ts'

type AuditQueries = Pick<Store['desk']['audit'], 'add' | 'settle' | 'withdraw'>

/** Details of a row whose act has not ended: those that stay after a crash. */
export const UNFINISHED = { unfinished: true } as const

const NOTHING: DeskActOutcome = { target: null, userId: null, details: {} }

/** How an act went. */
export interface ActResult<Result> {
  readonly result: Result
  /** False: it was refused, and changed nothing. */
  readonly isDone: boolean
}

/**
 * Does something that stands in the audit log. The row comes first, so that a crash leaves a row without an act
 * rather than an act without a row. It is completed afterwards, and withdrawn if the act was refused.
 *
 * @param work calls `settle` with the facts of the act; default: none.
 */
export async function recordAct<Result>(
  audit: AuditQueries,
  act: Pick<NewDeskAct, 'person' | 'projectId' | 'act'>,
  work: (settle: (outcome: Partial<DeskActOutcome>) => Promise<void>) => Promise<ActResult<Result>>,
): Promise<Result> {
  const id = await audit.add({ ...act, ...NOTHING, details: UNFINISHED })
  let isSettled = false
  const settle = async (outcome: Partial<DeskActOutcome>) => {
    isSettled = true
    await audit.settle(id, { ...NOTHING, ...outcome })
  }
  try {
    const { result, isDone } = await work(settle)
    if (!isDone) await audit.withdraw(id)
    else if (!isSettled) await settle({})
    return result
  } catch (error) {
    // After another failure the act may have had its effect.
    if (error instanceof AlcoveError && isRefusal(error)) await audit.withdraw(id)
    throw error
  }
}
