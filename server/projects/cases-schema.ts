import * as v from 'valibot'
import { wholeNumber } from '../../shared/api/option-fields.ts'
import { NIGHTLY_HOUR, NIGHTLY_HOUR_MAX } from '../../shared/desk/settings.ts'
import { block, flag, type Fields } from './config-fields.ts'
import { model, type WrittenModel } from './model-schema.ts'

/** How a project uses its cases, as the operator writes it. */
export interface CasesBlock {
  /**
   * True if a draft is published only once all cases passed on it, in a run since the last change of both. An undo
   * needs none. Default: false.
   */
  readonly required?: boolean | undefined
  /**
   * A model, as in `model` of an assistant, that is asked whether an answer makes a statement whose words it does not
   * have, within `judgeTokensPerDay`. Default: none; rules alone judge.
   */
  readonly judge?: WrittenModel | undefined
  /**
   * True, or an hour in UTC from 0 to 23, if all cases are asked on the published settings each night: a notice tells
   * which of them passed the night before and fail now. True is 3. Default: false.
   */
  readonly nightly?: boolean | number | undefined
}

const nightly = v.pipe(
  v.union(
    [flag, wholeNumber(0, NIGHTLY_HOUR_MAX)],
    `expected true, false or an hour from 0 to ${NIGHTLY_HOUR_MAX}`,
  ),
  v.transform((written) => (typeof written === 'number' ? written : written ? NIGHTLY_HOUR : null)),
)

export const cases = block({
  required: v.optional(flag, false),
  judge: v.optional(model),
  nightly: v.optional(nightly, false),
} satisfies Fields<CasesBlock>)

/** How a project uses its cases. `nightly` is an hour in UTC; null: no run each night. */
export type ParsedCases = v.InferOutput<typeof cases>
