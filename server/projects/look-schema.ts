import * as v from 'valibot'
import { isPlainObject } from '../../shared/json.ts'
import type { LookOptions } from '../../shared/look/look-options.ts'
import { createLookPalettes } from '../../shared/look/palette.ts'
import { readLook } from '../../shared/look/read-look.ts'
import { filledText } from '../../shared/api/option-fields.ts'
import { block } from './config-fields.ts'

/** The project's launcher; a page's own attributes take precedence. */
export interface LauncherBlock {
  /** Its name, at most 60 characters. Default `Open chat`. */
  readonly label?: string | undefined
  /** Its icon: the `d` of a path on a grid of 24 by 24, drawn as a line. Default: three lines. */
  readonly icon?: string | undefined
  /** Its corner. Default `bottom-end`. */
  readonly position?: 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start' | undefined
}

/**
 * Look and texts of a project's chat: the options of a page, except its colour scheme, which each page sets.
 */
export interface LookBlock extends LookOptions {
  /** Written into `/p/<project>/alcove.js`. */
  readonly launcher?: LauncherBlock
}

const launcher = block({
  label: v.optional(filledText(60)),
  icon: v.optional(
    v.pipe(
      v.string('expected a text'),
      v.regex(
        /^M[\d\s.,a-z-]{1,2000}$/i,
        'expected the path of a line, such as M4 7h16M4 12h16, of at most 2,000 characters',
      ),
    ),
  ),
  position: v.optional(
    v.picklist(
      ['bottom-end', 'bottom-start', 'top-end', 'top-start'],
      'expected bottom-end, bottom-start, top-end or top-start',
    ),
  ),
})

/** Validated by the frame's rules; the first fault is reported before the server starts. */
export const look = v.pipe(
  v.custom<LookBlock>(isPlainObject, 'expected an object'),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? findProblem(dataset.value) : undefined
    if (problem !== undefined) addIssue({ message: problem })
  }),
)

function findProblem({ launcher: ofLauncher, ...rest }: LookBlock): string | undefined {
  const read = readLook(rest)
  const [problem] = [...read.problems, ...createLookPalettes(read.look).problems]
  if (problem !== undefined || ofLauncher === undefined) return problem
  const parsed = v.safeParse(launcher, ofLauncher)
  return parsed.success ? undefined : `launcher: ${parsed.issues[0].message}`
}
