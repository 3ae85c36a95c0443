import * as v from 'valibot'
import { isPlainObject } from '../../shared/json.ts'
import { createLookPalettes } from '../../shared/look/look-palettes.ts'
import type { LookOptions } from '../../shared/look/look-options.ts'
import { readLook } from '../../shared/look/read-look.ts'
import { block, filledText } from './config-fields.ts'

/** The launcher as a project wants it; a page's own attributes go before it. */
export interface LauncherBlock {
  /** Its name, at most 60 characters. Default `Open chat`. */
  readonly label?: string | undefined
  /** Its picture: the `d` of a path on a grid of 24 by 24, drawn as a line. Default: three lines. */
  readonly icon?: string | undefined
  /** Its corner. Default `bottom-end`. */
  readonly position?: 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start' | undefined
}

/** How a project's chat looks and what it says: the options of a page, but its scheme, which each page has. */
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

/** Read by the rules of the frame, and the first thing that is wrong is told before the server starts. */
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
